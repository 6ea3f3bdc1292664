"""The estimators, each in a file of its own; `estimate.METHODS` holds them by name."""
