"""People: accounts, their secrets, their ratings, and all of it for themselves.

The store keeps what it is given and looks into none of it: passwords come as hashes, sessions and links as digests, so
that who reads the file can sign in as nobody. Deleting an account deletes what is its own; corrections that were made
stay, without a name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from eventlocky.database import Rows
from eventlocky.errors import StoreError
from eventlocky.store import history, uids
from eventlocky.store.base import Account, Secret
from eventlocky.store.engine import Database, Session

ROLES = ("reader", "editor", "admin")
_CHANGEABLE = ("email", "name", "password", "role", "confirmed", "profile")
_COLUMNS = "id, email, name, password, role, created, confirmed, profile"
_HELD = "digest, account, purpose, label, created, expires"
_MOST_STARS = 5
_LONGEST_ADDRESS = 254


class Accounts:
    """The accounts of a file."""

    def __init__(self, file: Database, clock: Callable[[], datetime]) -> None:
        self._file = file
        self._clock = clock

    def add(self, email: str, password: str, name: str = "", role: str = "reader") -> Account:
        """Add an account; an address that is taken raises StoreError."""
        _check_role(role)
        with self._file.writing() as db:
            _check_free(db, email, None)
            row = db.execute(
                "INSERT INTO account (email, name, password, role, created) VALUES (?, ?, ?, ?, ?) RETURNING id",
                (_address(email), name, password, role, self._clock().timestamp()),
            ).fetchone()
            return _needed(db, row[0])

    def find(self, email: str) -> Account | None:
        """Return the account of an address, whatever its case."""
        with self._file.reading() as db:
            row = db.execute(f"SELECT {_COLUMNS} FROM account WHERE email = ?", (email.strip().casefold(),)).fetchone()  # noqa: S608
        return _account(row) if row else None

    def get(self, id: int) -> Account | None:
        """Return an account."""
        with self._file.reading() as db:
            return _get(db, id)

    def all(self, after: int = 0, limit: int = 100) -> list[Account]:
        """Return accounts in the order in which they signed up."""
        with self._file.reading() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM account WHERE id > ? ORDER BY id LIMIT ?",  # noqa: S608
                (after, limit),
            ).fetchall()
        return [_account(row) for row in rows]

    def change(self, id: int, **fields: object) -> Account:
        """Change some of email, name, password, role, confirmed (a time or None) and profile; the last admin stays."""
        with self._file.writing() as db:
            before = _needed(db, id)
            if fields.get("role", before.role) != before.role:
                _check_not_last(db, before)
            for name, value in fields.items():
                if name not in _CHANGEABLE:
                    message = f"An account has no {name!r} to change. Known: {', '.join(_CHANGEABLE)}."
                    raise StoreError(message)
                db.execute(f"UPDATE account SET {name} = ? WHERE id = ?", (_value(db, id, name, value), id))  # noqa: S608
            return _needed(db, id)

    def delete(self, id: int) -> None:
        """Delete an account with everything that is its own; the last admin stays."""
        with self._file.writing() as db:
            account = _get(db, id)
            if account is not None:
                _check_not_last(db, account)
            db.execute("DELETE FROM account WHERE id = ?", (id,))

    def export(self, id: int) -> dict[str, object]:
        """Return everything that is known of somebody, for them: the hash of the password is nothing to keep."""
        with self._file.reading() as db:
            account = _needed(db, id)
            searches = db.execute(
                "SELECT name, query, channel, every_s, target, created FROM saved_search WHERE account = ?", (id,)
            )
            ratings = db.execute(
                "SELECT e.uid, r.stars, r.at FROM rating AS r JOIN event AS e ON e.id = r.event WHERE r.account = ?",
                (id,),
            )
            corrections = db.execute(
                "SELECT e.uid, c.field, c.was, c.said, c.remark, c.state, c.created FROM correction AS c "
                "JOIN event AS e ON e.id = c.event WHERE c.account = ?",
                (id,),
            )
            return {
                "email": account.email,
                "name": account.name,
                "role": account.role,
                "created": account.created.isoformat(),
                "confirmed": account.confirmed.isoformat() if account.confirmed else None,
                "profile": dict(account.profile),
                "searches": _named(searches),
                "ratings": _named(ratings),
                "corrections": _named(corrections),
            }

    # Secrets ---------------------------------------------------------------------------------

    def give(self, id: int, purpose: str, digest: str, lasts_s: float, label: str = "") -> None:
        """Keep the digest of a secret (a session, a link to confirm, to reset) for a while."""
        now = self._clock().timestamp()
        with self._file.writing() as db:
            _needed(db, id)
            db.execute("DELETE FROM token WHERE expires <= ?", (now,))
            db.execute(
                f"INSERT INTO token ({_HELD}) VALUES (?, ?, ?, ?, ?, ?)",  # noqa: S608
                (digest, id, purpose, label, now, now + lasts_s),
            )

    def holder(self, purpose: str, digest: str) -> Account | None:
        """Return whose a secret is, where it is still good."""
        with self._file.reading() as db:
            return self._holder(db, purpose, digest)

    def take(self, purpose: str, digest: str) -> Account | None:
        """Return whose a secret is and end it: it works once."""
        with self._file.writing() as db:
            account = self._holder(db, purpose, digest)
            db.execute("DELETE FROM token WHERE digest = ? AND purpose = ?", (digest, purpose))
            return account

    def secret(self, purpose: str, digest: str) -> Secret | None:
        """Return a secret that is still good, with its label."""
        with self._file.reading() as db:
            row = db.execute(
                f"SELECT {_HELD} FROM token WHERE digest = ? AND purpose = ? AND expires > ?",  # noqa: S608
                (digest, purpose, self._clock().timestamp()),
            ).fetchone()
        return _secret(row) if row else None

    def secrets(self, id: int, purpose: str) -> list[Secret]:
        """Return the secrets of somebody that are still good, the newest first."""
        with self._file.reading() as db:
            rows = db.execute(
                f"SELECT {_HELD} FROM token WHERE account = ? AND purpose = ? AND expires > ? "  # noqa: S608
                "ORDER BY created DESC, digest",
                (id, purpose, self._clock().timestamp()),
            ).fetchall()
        return [_secret(row) for row in rows]

    def end(self, id: int, purpose: str, digest: str) -> bool:
        """End a secret of somebody; False where they have no such one."""
        with self._file.writing() as db:
            cursor = db.execute(
                "DELETE FROM token WHERE account = ? AND purpose = ? AND digest = ?", (id, purpose, digest)
            )
            return cursor.rowcount > 0

    def end_all(self, id: int, purpose: str, but: str = "") -> None:
        """End every secret of somebody for a purpose (all sessions, after a new password), but the one of a digest."""
        with self._file.writing() as db:
            db.execute("DELETE FROM token WHERE account = ? AND purpose = ? AND digest <> ?", (id, purpose, but))

    def _holder(self, db: Session, purpose: str, digest: str) -> Account | None:
        row = db.execute(
            "SELECT account FROM token WHERE digest = ? AND purpose = ? AND expires > ?",
            (digest, purpose, self._clock().timestamp()),
        ).fetchone()
        return _get(db, row[0]) if row else None

    # Ratings ---------------------------------------------------------------------------------

    def rate(self, id: int, uid: str, stars: int | None) -> None:
        """Rate an event with one to five stars; None takes the rating back."""
        with self._file.writing() as db:
            event = uids.needed(db, uid)
            _needed(db, id)
            if stars is None:
                db.execute("DELETE FROM rating WHERE account = ? AND event = ?", (id, event))
                return
            if not 1 <= stars <= _MOST_STARS:
                message = f"A rating has one to {_MOST_STARS} stars, not {stars}."
                raise StoreError(message)
            at = self._clock().timestamp()
            db.execute(
                "INSERT INTO rating (account, event, stars, at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (account, event) DO UPDATE SET stars = excluded.stars, at = excluded.at",
                (id, event, stars, at),
            )

    def rating(self, uid: str) -> tuple[float, int]:
        """Return the mean of the stars of an event and how many rated it: 0 where nobody did."""
        with self._file.reading() as db:
            mean, count = db.execute(
                "SELECT coalesce(avg(stars), 0.0), count(*) FROM rating WHERE event = ?", (uids.find(db, uid),)
            ).fetchone()
        return float(mean), int(count)

    def stars(self, id: int, uid: str) -> int | None:
        """Return how somebody rated an event, None where they did not."""
        with self._file.reading() as db:
            row = db.execute(
                "SELECT stars FROM rating WHERE account = ? AND event = ?", (id, uids.find(db, uid))
            ).fetchone()
        return int(row[0]) if row else None


def _address(email: str) -> str:
    """Return an address in one form; what has no @ in it is none."""
    address = email.strip().casefold()
    name, _, host = address.rpartition("@")
    if not name or not host or len(address) > _LONGEST_ADDRESS or any(sign.isspace() for sign in address):
        message = f"{email!r} is no e-mail address."
        raise StoreError(message)
    return address


def _check_free(db: Session, email: str, id: int | None) -> None:
    row = db.execute("SELECT id FROM account WHERE email = ?", (_address(email),)).fetchone()
    if row and row[0] != id:
        message = "There is an account with this address already."
        raise StoreError(message)


def _check_not_last(db: Session, account: Account) -> None:
    """Refuse what would leave accounts that nobody can manage."""
    if account.role != "admin":
        return
    if db.execute("SELECT count(*) FROM account WHERE role = 'admin'").fetchone()[0] < 2:  # noqa: PLR2004 - one more
        message = "The last admin stays one: make somebody else an admin first."
        raise StoreError(message)


def _check_role(role: object) -> None:
    if role not in ROLES:
        message = f"There is no role {role!r}. Known: {', '.join(ROLES)}."
        raise StoreError(message)


def _value(db: Session, id: int, name: str, value: object) -> object:
    """Return the value of a column as the file has it."""
    if name == "email":
        _check_free(db, str(value), id)
        return _address(str(value))
    if name == "role":
        _check_role(value)
    if name == "profile" and isinstance(value, Mapping):
        return json.dumps(dict(value), ensure_ascii=False)
    return value.timestamp() if isinstance(value, datetime) else value


def _get(db: Session, id: int) -> Account | None:
    row = db.execute(f"SELECT {_COLUMNS} FROM account WHERE id = ?", (id,)).fetchone()  # noqa: S608
    return _account(row) if row else None


def _needed(db: Session, id: int) -> Account:
    account = _get(db, id)
    if account is None:
        message = f"There is no account {id}."
        raise StoreError(message)
    return account


def _account(row: Sequence[Any]) -> Account:
    id, email, name, password, role, created, confirmed, profile = row
    return Account(
        id=id,
        email=email,
        name=name,
        password=password,
        role=role,
        created=history.moment(created),
        confirmed=history.moment_or_none(confirmed),
        profile=json.loads(profile),
    )


def _secret(row: Sequence[Any]) -> Secret:
    digest, account, purpose, label, created, expires = row
    return Secret(digest, account, purpose, label, history.moment(created), history.moment(expires))


def _named(rows: Rows) -> list[dict[str, object]]:
    """Return rows with the names of their columns."""
    names = [column[0] for column in rows.description]
    return [dict(zip(names, row, strict=True)) for row in rows]
