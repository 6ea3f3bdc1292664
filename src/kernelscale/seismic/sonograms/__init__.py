"""Power of recordings over time and frequency, and the features that it gives."""
