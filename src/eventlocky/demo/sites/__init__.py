"""The sites of the demo town, one file each, listed here in the order of the town's index."""

from __future__ import annotations

from collections.abc import Callable

from eventlocky.demo.base import Site, World
from eventlocky.demo.sites import (
    baydeals,
    bilge,
    boathouse,
    cinema,
    diner,
    festival,
    gallery,
    granary,
    harriers,
    history,
    institute,
    lamproom,
    library,
    lido,
    market,
    museum,
    observatory,
    opera,
    parish,
    sailing,
    shrine,
    sports,
    utilities,
    volkshochschule,
)

BUILDERS: tuple[Callable[[World], Site], ...] = (
    granary.build,
    volkshochschule.build,
    library.build,
    lamproom.build,
    parish.build,
    sports.build,
    opera.build,
    institute.build,
    museum.build,
    market.build,
    diner.build,
    baydeals.build,
    observatory.build,
    sailing.build,
    utilities.build,
    bilge.build,
    history.build,
    lido.build,
    boathouse.build,
    gallery.build,
    festival.build,
    harriers.build,
    cinema.build,
    shrine.build,
)
