"""Sonograms (the power of recordings over time and frequency), and features made of sonograms."""
