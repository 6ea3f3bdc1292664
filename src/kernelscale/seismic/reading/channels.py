"""The component of ground motion that a channel records, and the selection of channels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from ..._validation import shown

__all__ = ["ALL", "NAMES", "Choice", "component_of", "is_wanted"]

# V, L and T are the vertical, longitudinal and transverse components.
NAMES = ("Z", "N", "E", "V", "L", "T")
ALL = NAMES[:3]
COMPONENTS = {"Z": "Z", "N": "N", "1": "N", "E": "E", "2": "E"}
# Letters of instruments that measure ground motion: seismometers of high and low gain,
# accelerometer, gravimeter, geophone.
INSTRUMENTS = "HLNGP"


def component_of(channel: str, *, any_instrument: bool = False) -> str:
    """The component (Z, N or E) that a channel records; "" if it records none of them.

    In a code of three letters (band, instrument, orientation), the instrument must measure ground
    motion, unless `any_instrument` is True; other codes state only the orientation.

    Examples
    --------
    A seismometer, a microphone, and the position of a seismometer's mass.

    >>> component_of("BH1"), component_of("BDF"), component_of("VM1")
    ('N', '', '')
    """
    if not any_instrument and not _measures_ground(channel):
        return ""
    return COMPONENTS.get(channel.strip().upper()[-1:], "")


def _measures_ground(channel: str) -> bool:
    """Whether a code's instrument measures ground motion; true if the code names no instrument."""
    code = channel.strip().upper()
    return len(code) != 3 or code[1] in INSTRUMENTS


@dataclass(frozen=True)
class Choice:
    """The selected components and channels.

    Attributes
    ----------
    components : tuple of str
        Selected components. V, L and T are recognised only if they are selected.
    patterns : str or None
        Patterns for the codes of selected channels, as in `is_wanted`.
    channel_map : mapping of str to str, or None
        The channel of each component, as a pattern; None if components follow from the codes.

    Examples
    --------
    A recorder whose channels are numbers, and a file of traces without codes.

    >>> numbered = Choice.of(None, None, {"Z": "0", "N": "1"})
    >>> numbered.components, numbered.component_of("", "1", 5), numbered.component_of("", "", 0)
    (('Z', 'N'), 'N', 'Z')
    """

    components: tuple[Any, ...] = ALL
    patterns: str | None = None
    channel_map: Mapping[str, str] | None = None

    @classmethod
    def of(cls, components: Any, patterns: Any, channel_map: Any) -> Choice:
        """The choice that the parameters of `read_recordings` describe.

        If `components` is None, they are those of `channel_map`, or Z, N and E without a map.

        Raises
        ------
        ValueError, TypeError
            If a parameter is not valid, or a component has no channel in the map.
        """
        if patterns is not None and not isinstance(patterns, str):
            raise TypeError(f"channels must be text, but {type(patterns).__name__} was given.")
        if channel_map is not None:
            channel_map = _checked_map(channel_map)
        if components is None:
            return cls(ALL if channel_map is None else tuple(channel_map), patterns, channel_map)
        names = tuple(components) if isinstance(components, Iterable) else (components,)
        lacking = [name for name in names if channel_map is not None and name not in channel_map]
        if lacking:
            raise ValueError(
                f"components contains {shown(lacking[0])}, but channel_map has channels for "
                f"{', '.join(channel_map)} only; add the channel to it, or do not pass components."
            )
        return cls(names, patterns, channel_map)

    def component_of(self, location: str, channel: str, number: int) -> str:
        """The component that a channel records, or ""; `number` replaces a missing code."""
        if self.channel_map is not None:
            code = channel.strip() or str(number)
            mapped = self.channel_map.items()
            return next((name for name, own in mapped if is_wanted(location, code, own)), "")
        name = component_of(channel, any_instrument=self.patterns is not None)
        last = channel.strip().upper()[-1:]
        is_chosen = last in self.components and _measures_ground(channel)
        return last if not name and is_chosen else name

    def selects(self, location: str, channel: str, number: int) -> bool:
        """Whether a channel is selected; other channels are ignored, not listed as skipped."""
        wanted = is_wanted(location, channel, self.patterns)
        unmapped = self.channel_map is not None and not self.component_of(location, channel, number)
        return wanted and not unmapped

    @property
    def named(self) -> str | None:
        """The selected channels as text for a message; None if all channels are selected."""
        if self.channel_map is not None:
            return " or ".join(map(repr, self.channel_map.values()))
        return None if self.patterns is None else repr(self.patterns)


def _checked_map(channel_map: Any) -> dict[str, str]:
    wrong = (
        f"channel_map must name the channel of each component, such as {{'Z': '0', 'N': '1', "
        f"'E': '2'}}, with components of {', '.join(NAMES)}, but {shown(channel_map)} was given."
    )
    if not isinstance(channel_map, Mapping):
        raise TypeError(wrong)
    found = dict(channel_map)
    if not found or not set(found) <= set(NAMES):
        raise ValueError(wrong)
    for code in found.values():
        if not isinstance(code, str) or not code.strip():
            raise TypeError(wrong)
    if len(set(found.values())) < len(found):
        raise ValueError(
            f"channel_map must name a different channel for each component, but "
            f"{shown(channel_map)} was given."
        )
    return {name: code.strip() for name, code in found.items()}


def is_wanted(location: str, channel: str, patterns: str | None) -> bool:
    """Whether the code ``channel`` or ``location.channel`` matches one of the patterns.

    Examples
    --------
    A channel that matches the first pattern, and a channel whose location differs from the location
    in the second pattern.

    >>> is_wanted("00", "HHZ", "HH?,00.LH?"), is_wanted("10", "LHZ", "HH?,00.LH?")
    (True, False)
    """
    if patterns is None:
        return True
    names = (channel.upper(), f"{location}.{channel}".upper())
    wanted = [pattern.strip().upper() for pattern in patterns.split(",")]
    return any(fnmatchcase(name, pattern) for name in names for pattern in wanted)
