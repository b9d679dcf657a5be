"""A machine reads the API's own description, asks whatever it allows and much that it does not, and finds nothing."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance
from webtown import EVENTS, HALL, TODAY, at

from eventlocky.settings import Settings
from eventlocky.store import Store
from eventlocky.web import near
from eventlocky.web.app import make_app

EXAMPLES = int(os.environ.get("EVENTLOCKY_TEST_EXAMPLES", "20"))
FEW = max(2, EXAMPLES // 6)
"""Questions an operation that everybody may ask, and one of accounts, of which there are many; set them higher to look
longer.

One check is left out: that whatever the description allows is accepted. Our parameters depend on each other (`lat` needs
`lon` and excludes `bbox`, a cursor belongs to its search), and OpenAPI has no word for that.
"""


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    folder = tmp_path_factory.mktemp("api")
    (folder / "nobody.geojson").write_text('{"type": "FeatureCollection", "features": []}', encoding="utf-8")
    kept = Settings(store=str(folder / "a.sqlite"), places_file=str(folder / "nobody.geojson"), readers=0)
    with Store(kept.store, clock=lambda: at(1)) as store:
        store.keep(HALL, HALL.website, "event", EVENTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(near, "_MOST_STARTS", 1_000_000)
        return schemathesis.openapi.from_asgi("/api/v1/openapi.json", make_app(kept, today=lambda: TODAY))


KNOWN = ("GET /api/v1/events", "GET /api/v1/events/{uid}", "GET /api/v1/organisations", "GET /api/v1/near/stream")


def ask(operation, mode):
    """Ask an operation what a mode makes up; return how many questions that were. What is wrong is raised."""
    asked = []

    @seed(7)
    @settings(
        max_examples=EXAMPLES if operation.label in KNOWN else FEW, database=None, deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.generate,)
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def each(case):
        asked.append(case)
        case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=120)

    with suppress(Unsatisfiable):  # what takes no parameters cannot be asked wrongly
        each()
    return len(asked)


@pytest.mark.slow
def test_what_the_api_says_of_itself_is_true(described):
    """No 5xx, no answer that the description does not know, none that its model refuses, no nonsense taken for sense."""
    operations = [each.ok() for each in described.get_all_operations()]
    asked = {one.label: ask(one, GenerationMode.POSITIVE) + ask(one, GenerationMode.NEGATIVE) for one in operations}
    assert all(asked[label] >= EXAMPLES for label in KNOWN), asked
