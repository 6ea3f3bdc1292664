"""Makes the calibration table of DANCo that comes with the package: run the module."""
