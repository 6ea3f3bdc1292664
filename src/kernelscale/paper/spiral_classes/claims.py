"""The paper's claims about the spirals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..harness.claim import OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import mean_interval, shown
from ..harness.tables import Interval
from ..shared.resolved_scales import rules_on_scales
from ..shared.scale_rules import GE, PROPOSED, RHO_P, RHO_PSI
from .draws import NEAR, Draws, Setting, SpiralDraw

__all__ = ["CLAIMS"]

SPREAD = 0.1  # a high influence is a range of accuracies over scales of at least this
ONE_ROW = 1 / 400  # smallest difference between two accuracies of a draw
PLAIN = 2  # number of coordinates in the paper's figure of embeddings
PLACE = "Section 4.2.2, text above the figure of accuracies"

SET_UP = (
    SetUpLine("classes", "4 of 100 rows each", "4 of 100 rows each"),
    SetUpLine(
        "noise",
        "covariance sigma_S I, sigma_S = 0.4",
        "0.4 as a variance and as a standard deviation",
    ),
    SetUpLine("gap", "0.02 and 0.04 shown, four panels of accuracy", "0.01, 0.02, 0.04 and 0.08"),
    SetUpLine("draws", "not stated", "24 at each noise and gap"),
    SetUpLine("classifier", "1-NN, one row left out at a time", "the same"),
    SetUpLine("scales", "not stated", "two an octave over the useful range, and those chosen"),
    SetUpLine(
        "coordinates",
        "two shown, number for accuracy not stated",
        "two; three and four in the favourable reading",
    ),
)


def _trials(
    measured: Draws,
    value: Callable[[SpiralDraw, float | None], float],
    missed: Callable[[Interval], Interval],
    words: str,
) -> list[Trial]:
    """A trial for each setting; two coordinates are the plain reading, others are favourable."""
    return [
        Trial(
            _named(setting),
            missed(found := mean_interval([value(draw, share) for draw in draws])),
            words.format(shown(found)),
            setting.coordinates != PLAIN,
            scales,
        )
        for share, scales in rules_on_scales()
        for setting, draws in measured.items()
        if setting.coordinates >= PLAIN
    ]


def _named(setting: Setting) -> str:
    return (
        f"{setting.coordinates} coordinates, noise sd {setting.noise_sd:.2g}, gap {setting.gap:g}"
    )


def _above(limit: float) -> Callable[[Interval], Interval]:
    """How far a value is below its lower limit."""
    return lambda found: Interval(limit - found.mean, limit - found.high, limit - found.low)


def _below(limit: float) -> Callable[[Interval], Interval]:
    """How far a value is above its upper limit."""
    return lambda found: Interval(*(end - limit for end in found))


def _influenced(measured: Draws) -> Sequence[Trial]:
    words = "the highest accuracy of all scales is {} above the lowest"
    return _trials(measured, lambda draw, share: draw.spread(share), _above(SPREAD), words)


def _at_peak(measured: Draws) -> Sequence[Trial]:
    def farther(draw: SpiralDraw, share: float | None) -> float:
        return max(draw.missed_by(PROPOSED[rule], share) for rule in (GE, RHO_PSI))

    words = "at the worse of the two scales accuracy is {} below its peak"
    return _trials(measured, farther, _below(NEAR), words)


def _off_peak(measured: Draws) -> Sequence[Trial]:
    """Trials of a loss of 0.01 or more; in the favourable reading, of one row on average."""

    def missed_by(draw: SpiralDraw, share: float | None) -> float:
        return draw.missed_by(PROPOSED[RHO_P], share)

    words = "at the scale of rho_P accuracy is {} below its peak"
    at_all = _trials(measured, missed_by, _above(ONE_ROW), words)
    return [
        *_trials(measured, missed_by, _above(NEAR), words),
        *(
            trial._replace(where=f"{trial.where}, below the peak at all", favourable=True)
            for trial in at_all
            if not trial.favourable
        ),
    ]


CLAIMS = (
    Claim(
        name="spiral_influenced",
        words="Accuracy on the spirals depends strongly on the scale",
        quotation="are highly influenced by the scale parameter",
        place=PLACE,
        reading=(
            "The best and the worst accuracy of the useful range of scales differ much. The text "
            "says 'in the ambient space', but accuracy there depends on no scale; we take the "
            "accuracy in the embedding."
        ),
        favourable="The same in three and four coordinates, where more scales have a low accuracy.",
        set_up=SET_UP,
        threshold=Threshold(f"accuracies differ by at least {SPREAD:g}", OF_US, 0.08, "accuracy"),
        judge=_influenced,
    ),
    Claim(
        name="spiral_peak",
        words="Accuracy peaks where Ge and rho_Psi are largest",
        quotation="peak classification results occur at a value of",
        place=PLACE,
        reading="At the scale of each criterion accuracy is that of the best scale, or nearly so.",
        favourable="The same in three and four coordinates; Ge is the eigengap after the fourth.",
        set_up=SET_UP,
        threshold=Threshold(f"within {NEAR:g} of the peak", OF_US, 0.04, "accuracy"),
        judge=_at_peak,
    ),
    Claim(
        name="spiral_rho_p",
        words="The largest rho_P is not at the peak of accuracy",
        quotation="did not indicate the peak classification scale",
        place=PLACE,
        reading="At the scale of rho_P accuracy is below that of the best scale.",
        favourable=(
            "The same in three and four coordinates, where fewer scales reach the peak; and a "
            "loss of one row of 400 in the mean."
        ),
        set_up=SET_UP,
        threshold=Threshold(f"at least {NEAR:g} below the peak", OF_US, 0.04, "accuracy"),
        judge=_off_peak,
    ),
)
