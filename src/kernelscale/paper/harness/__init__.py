"""What an experiment consists of: claims, findings, repeated measurements and finished parts."""
