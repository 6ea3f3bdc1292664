"""The parameters of `read_recordings`, and its two steps: read traces, cut events."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from numbers import Real
from typing import Any

from ..._attributes import cached_property
from ..._validation import check_name, check_switch
from ..recordings import RecordingError, Recordings
from .catalogue import Catalogue
from .catalogue_files import read_catalogue
from .channels import Choice
from .common_window import LARGEST, Window
from .conditioning import Conditioning
from .event_traces import at_one_rate, events_by_catalogue, events_by_start
from .event_windows import cut_events
from .response import read_inventory
from .seismic_files import list_sources, read_traces, traces_of
from .skipped_items import Skipped
from .streams import read_segments
from .trace import IN_MEMORY, Trace

__all__ = ["Request"]

AROUND = ("origin", "pick")
SECONDS_BY_CATALOGUE = 60.0
MOST_CODES = 12  # largest number of channel codes in a message


@dataclass(frozen=True)
class Request:
    """Options of `read_recordings`, which documents them."""

    around: Any = "origin"
    before: Any = 0.0
    seconds: Any = None
    sampling_rate: Any = None
    components: Any = None
    channels: Any = None
    channel_map: Any = None
    response: Any = None
    detrend: Any = None
    taper: Any = None
    band: Any = None
    skip_bad: Any = False

    def read(self, files: Any, catalogue: Any) -> tuple[list[Trace], Catalogue | None, Skipped]:
        """Traces of all stations, the catalogue if there is one, and the skipped files and rows.

        Raises
        ------
        ValueError, TypeError
            If a parameter is not valid.
        RecordingError
            If a file or the catalogue cannot be read.
        """
        self._check()
        bad = Skipped(self.skip_bad)
        known = _known(catalogue, bad)
        return self._traces(files, bad), known, bad

    def cut(self, traces: list[Trace], known: Catalogue | None, bad: Skipped) -> Recordings:
        """Cut the events of one station out of its traces.

        Raises
        ------
        RecordingError
            If an event is faulty.
        """
        window = self._window
        traces = [trace for trace in traces if trace.component in window.components]
        if known is None:
            return cut_events(events_by_start(at_one_rate(traces, bad)), window, None, bad)
        length = SECONDS_BY_CATALOGUE if self.seconds is None else self.seconds
        time = "time" if self.around == "origin" else "pick"
        if self.around == "pick" and traces:
            known = known.with_picks_of(traces[0].station)
        events = events_by_catalogue(traces, known, time, self.before, length, bad)
        return cut_events(events, window._replace(seconds=length), known, bad)

    def no_component(self, bad: Skipped) -> str:
        """The message if no file has a selected component."""
        return f"No file has a component {' or '.join(self._choice.components)}{bad.hint()}."

    @cached_property
    def _choice(self) -> Choice:
        return Choice.of(self.components, self.channels, self.channel_map)

    @cached_property
    def _window(self) -> Window:
        steps = Conditioning(self.detrend, self.taper, self.band)
        inventory = None if self.response is None else read_inventory(self.response)
        components = self._choice.components
        return Window(self.seconds, self.sampling_rate, components, steps, inventory)

    def _check(self) -> None:
        check_name(self.around, AROUND, "around")
        before = self.before
        if not isinstance(before, Real) or not abs(before) <= LARGEST:  # type: ignore[operator]
            raise ValueError(
                f"before must be a number of seconds from -{LARGEST:g} to {LARGEST:g}, but "
                f"{before!r} was given."
            )
        check_switch(self.skip_bad, "skip_bad")
        self._window.check()

    def _traces(self, sources: Any, bad: Skipped) -> list[Trace]:
        files, segments = list_sources(sources)
        reads: list[tuple[str, Any]] = [(str(path), partial(read_traces, path)) for path in files]
        if segments:
            reads.append((IN_MEMORY, partial(traces_of, segments, IN_MEMORY)))
        traces: list[Trace] = []
        for name, read in reads:
            found = bad.without(partial(read, choice=self._choice), name)
            if found is not None:
                traces += found[0]
                bad.ignore(found[1], name, [trace.channel for trace in found[0]])
        named = self._choice.named
        if named is not None and not traces and not bad.skipped:
            raise RecordingError(
                f"No file has a component whose channel is {named}; {reads[0][0]} has "
                f"{_codes(segments or read_segments(files[0]))}."
            )
        return traces


def _codes(segments: list[Any]) -> str:
    """The first channels that have samples, as text: by code, or by number if they have no code."""
    codes = [
        segment.stats.channel.strip() or str(number)
        for number, segment in enumerate(segments)
        if len(segment.data)
    ]
    known = list(dict.fromkeys(codes))
    if not known:
        return "no samples"
    more = ", ..." if len(known) > MOST_CODES else ""
    return f"channels {', '.join(known[:MOST_CODES])}{more}"


def _known(catalogue: Any, bad: Skipped) -> Catalogue | None:
    if catalogue is None or isinstance(catalogue, Catalogue):
        return catalogue
    known = read_catalogue(catalogue, skip_bad=bad.skip)
    bad.skipped += known.skipped
    return known
