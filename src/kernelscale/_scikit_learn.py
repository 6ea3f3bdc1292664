"""Names that only scikit-learn 1.6 and later have; with an older release, an error states this."""

import sklearn

__all__ = ["Tags", "get_tags", "validate_data"]

try:
    from sklearn.utils import Tags, get_tags
    from sklearn.utils.validation import validate_data
except ImportError as error:
    raise ImportError(
        f"kernelscale needs scikit-learn 1.6 or later, but {sklearn.__version__} is installed: run "
        'python -m pip install --upgrade "scikit-learn>=1.6"'
    ) from error
