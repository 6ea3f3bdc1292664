"""Calibration: what is measured on solid balls of known dimension, to compare data with."""
