"""Where tiles run. An executor maps a function over tiles and yields results IN ORDER."""

from . import serial, threads

__all__ = ["EXECUTORS"]

EXECUTORS = {"serial": serial.run, "threads": threads.run}
"""The executors by name."""
