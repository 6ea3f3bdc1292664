"""Options for reading a file: properties that its format leaves open, such as the separator."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, fields, replace

from .errors import DataError

__all__ = ["WHITE_SPACE", "FileOptions"]

WHITE_SPACE = " "  # as a separator, it means any number of blanks and tabs
NAMES = {"comma": ",", "tab": "\t", r"\t": "\t", "semicolon": ";", "space": WHITE_SPACE}


@dataclass(frozen=True)
class FileOptions:
    """Options for reading a file; each option that is None is detected from the file.

    Attributes
    ----------
    separator : str or None
        Separator of fields: one character, or one of the words comma, semicolon, tab, space.
    decimal : str or None
        Decimal sign: a full stop or a comma.
    encoding : str or None
        The name of an encoding in Python.
    header : bool or None
        Whether the first line holds the names of the columns.
    use_rep : str or None
        Name of the entry of an .h5ad file that holds the features; by default ``X_pca``, or ``X``
        if there is no ``X_pca`` and there are few genes.
    """

    separator: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    header: bool | None = None
    use_rep: str | None = None

    def checked(self) -> FileOptions:
        """The checked options, with the separator as a character."""
        separator = None if self.separator is None else NAMES.get(self.separator, self.separator)
        if separator is not None and (len(separator) != 1 or separator in '"\r\n'):
            raise ValueError(
                f"The separator must be one character or one of {', '.join(NAMES)}, but "
                f"{self.separator!r} was given."
            )
        if self.decimal not in (None, ".", ","):
            raise ValueError(f"decimal must be '.' or ',', but {self.decimal!r} was given.")
        if separator is not None and separator == self.decimal:
            raise ValueError(
                f"{separator!r} cannot be both the separator and the decimal sign; change one of "
                f"them."
            )
        try:
            codecs.lookup(self.encoding or "utf-8")
        except LookupError:
            raise ValueError(
                f"encoding must be an encoding of Python, such as 'utf-8', 'utf-16' or 'latin-1', "
                f"but {self.encoding!r} was given."
            ) from None
        return replace(self, separator=separator)

    def check_used(self, source: str, *used: str) -> None:
        """Refuse options that the format does not use; `used` names the options that it uses."""
        given = [part.name for part in fields(self) if getattr(self, part.name) is not None]
        useless = [name for name in given if name not in used]
        if useless:
            raise DataError(
                f"{' and '.join(useless)} {'have' if len(useless) > 1 else 'has'} no effect with "
                f"the format of {source}; omit "
                f"{' and '.join(f'--{FLAGS.get(name, name)}' for name in useless)}."
            )


FLAGS = {"separator": "sep", "header": "header", "use_rep": "use-rep"}
