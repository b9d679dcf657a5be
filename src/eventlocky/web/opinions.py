"""What readers say of events: stars, and what is wrong with them; and what editors make of it."""

from __future__ import annotations

from eventlocky.errors import FormError
from eventlocky.formats import clean
from eventlocky.store import Correction, Store
from eventlocky.store.compose import FIELDS
from eventlocky.store.corrections import present
from eventlocky.web.desk import Desk
from eventlocky.web.people import refusing
from eventlocky.web.visitor import Visitor

STARS = (1, 2, 3, 4, 5)
LONGEST = 2_000
_PROOFS = {"start": "when", "end": "when", "place": "where", "address": "where"}
"""Which proof of an event speaks of a field, where it has another name."""

Told = dict[str, object]


async def rate(desk: Desk, visitor: Visitor, uid: str, stars: int | None, address: str) -> None:
    """Rate an event, or the series that it is; None takes the stars back."""
    desk.limits.take("rating", address=address, account=str(visitor.account.id))
    await refusing("stars", desk, lambda store: store.accounts.rate(visitor.account.id, uid, stars))


def rating(store: Store, uid: str, account: int | None = None) -> Told:
    """Return the mean of the stars of an event, how many gave some, and what somebody gave themselves."""
    mean, count = store.accounts.rating(uid)
    own = store.accounts.stars(account, uid) if account is not None else None
    return {"mean": round(mean, 2) if count else None, "count": count, "own": own}


async def correct(desk: Desk, visitor: Visitor, uid: str, given: tuple[str, str, str], address: str) -> Correction:
    """Keep what a reader says is wrong: the field, the right value, a remark."""
    field, said, remark = given[0], clean.prose(given[1]), clean.prose(given[2])
    if field not in FIELDS:
        raise FormError("field", f"Say what is wrong: {', '.join(FIELDS)}.")
    if len(said) > LONGEST or len(remark) > LONGEST:
        raise FormError("said" if len(said) > LONGEST else "remark", f"Write at most {LONGEST:,} characters.")
    if field == "wrong" and not remark:
        raise FormError("remark", "Say in a few words why this is no event.")
    if field in {"link", "image"} and said and clean.address(said) is None:
        raise FormError("said", "Write a whole web address that begins with https://.")
    desk.limits.take("correction", address=address, account=str(visitor.account.id))
    return await refusing(
        "said", desk, lambda store: store.corrections.add(uid, field, said, visitor.account.id, remark)
    )  # fmt: skip


async def judge(desk: Desk, editor: Visitor, correction: int, *, accept: bool) -> Correction:
    """Accept or refuse a correction: it is judged once."""
    return await refusing(
        "", desk, lambda store: store.corrections.judge(correction, editor.account.id, accept=accept)
    )  # fmt: skip


def told(store: Store, correction: Correction) -> Told:
    """Return a correction with what the event says now, and what its pages say: the proof to judge by."""
    known = store.get(correction.uid)
    field = correction.field
    proofs = []
    for statement in known.statements if known else ():
        proof = statement.event.proofs.get(_PROOFS.get(field, field))
        proofs.append({
            "page": clean.address(statement.event.source.url or statement.page),
            "organisation": clean.line(statement.organisation), "says": clean.prose(present(statement.event, field)),
            "text": clean.prose(proof.text)[:LONGEST] if proof else None,
            "confidence": round(statement.event.confidence, 3),
        })  # fmt: skip
    return {
        "id": correction.id, "event": correction.uid, "title": clean.line(known.event.title) if known else "",
        "field": field, "was": clean.prose(correction.was), "said": clean.prose(correction.said),
        "now": clean.prose(present(known.event, field)) if known else "", "remark": clean.prose(correction.remark),
        "state": correction.state, "created": correction.created.isoformat(timespec="seconds"), "proofs": proofs,
    }  # fmt: skip
