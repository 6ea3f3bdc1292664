"""Measurements, findings and figures that several experiments have in common."""
