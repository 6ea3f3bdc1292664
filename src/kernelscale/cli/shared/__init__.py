"""Code that several commands share: options, reading of data, messages and printed output."""
