"""The estimators, one a file; `estimate.METHODS` holds them by name."""
