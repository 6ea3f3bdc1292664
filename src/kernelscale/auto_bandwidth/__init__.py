"""A meta-estimator that chooses the bandwidth of an estimator in each fit."""
