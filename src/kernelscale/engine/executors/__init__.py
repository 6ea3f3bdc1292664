"""Where tiles run. An executor maps a function over tiles and yields results IN ORDER."""
