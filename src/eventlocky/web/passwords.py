"""Passwords as argon2 hashes, made in threads of their own: one takes a good part of a tenth of a second.

What a hash costs is a setting; a password whose hash was made with other costs is hashed anew when it is next used.
Letters are brought into one form first, so that an `é` is the same from every keyboard.
"""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import HTTPException

from eventlocky.settings import Settings

_THREADS = 2
_MOST_WAITING = 40
"""With more the last would wait for seconds: better to say so at once."""


class Passwords:
    """Makes and checks the hashes of passwords."""

    def __init__(self, settings: Settings) -> None:
        self._hasher = PasswordHasher(
            time_cost=settings.password_rounds, memory_cost=settings.password_memory_kb, parallelism=1
        )
        self._threads = ThreadPoolExecutor(_THREADS, "password")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        return str(await self._work(self.hash_now, password))

    async def check(self, password: str, known: str | None) -> str | None:
        """Return the hash to keep where a password is right, None where it is wrong.

        Where there is no hash (nobody has the address) it takes as long, and is wrong.
        """
        answer = await self._work(self._check, password, known)
        return None if answer is None else str(answer)

    async def _work(self, work: object, *given: object) -> object:
        if self._waiting >= _MOST_WAITING:
            raise HTTPException(503, "Too many people sign in just now. Try again in a moment.", {"Retry-After": "5"})
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)  # type: ignore[arg-type]
        finally:
            self._waiting -= 1

    def hash_now(self, password: str) -> str:
        """Return the hash of a password, and wait for it."""
        return self._hasher.hash(_form(password))

    def _check(self, password: str, known: str | None) -> str | None:
        if known is None:
            self.hash_now(password)
            return None
        try:
            self._hasher.verify(known, _form(password))
        except (VerificationError, InvalidHashError):
            return None
        return self.hash_now(password) if self._hasher.check_needs_rehash(known) else known

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()


def _form(password: str) -> bytes:
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace")
