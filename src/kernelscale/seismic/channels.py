"""Which channels are components of ground motion, by their SEED codes, and which are wanted."""

from __future__ import annotations

from fnmatch import fnmatchcase

__all__ = ["component_of", "is_wanted"]

COMPONENTS = {"Z": "Z", "N": "N", "1": "N", "E": "E", "2": "E"}
INSTRUMENTS = "HLNGP"  # seismometers of high and low gain, accelerometer, gravimeter, geophone


def component_of(channel: str, *, any_instrument: bool = False) -> str:
    """Z, N or E; empty for what is no component of ground motion.

    Of a code of three letters (band, instrument, orientation) the instrument must measure the
    ground; shorter ones say the orientation only.

    Examples
    --------
    A seismometer, a microphone, and where its mass lies.

    >>> component_of("BH1"), component_of("BDF"), component_of("VM1")
    ('N', '', '')
    """
    code = channel.strip().upper()
    if len(code) == 3 and code[1] not in INSTRUMENTS and not any_instrument:
        return ""
    return COMPONENTS.get(code[-1:], "")


def is_wanted(location: str, channel: str, patterns: str | None) -> bool:
    """Whether a channel, or location and channel with a dot between, is of one of the patterns.

    Examples
    --------
    Two bands of a station, of which the first is wanted.

    >>> is_wanted("00", "HHZ", "HH?,00.LH?"), is_wanted("10", "LHZ", "HH?,00.LH?")
    (True, False)
    """
    if patterns is None:
        return True
    names = (channel.upper(), f"{location}.{channel}".upper())
    wanted = [pattern.strip().upper() for pattern in patterns.split(",")]
    return any(fnmatchcase(name, pattern) for name in names for pattern in wanted)
