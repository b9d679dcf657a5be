"""Ctrl-C while a server loads is held back, and counts."""

from __future__ import annotations

import signal
import threading
from contextlib import suppress

import pytest

from eventlocky.web.run import Patience, patient


def press():
    signal.raise_signal(signal.SIGINT)


def pressed_meanwhile():
    """Press it while waiting, and wait within that once more; return what was known of it."""
    seen = []
    with suppress(KeyboardInterrupt), patient() as outer:
        press()
        seen.append(outer.is_pressed)
        with patient() as inner:
            seen.append(inner is outer)
        seen.append("still here")
    return seen


def failed_meanwhile():
    with patient():
        press()
        message = "of loading"
        raise ValueError(message)


def test_ctrl_c_is_held_back_and_raised_at_the_end():
    with pytest.raises(KeyboardInterrupt), patient():
        press()


def test_who_waits_within_somebody_who_waits_knows_of_an_earlier_ctrl_c():
    assert pressed_meanwhile() == [True, True, "still here"]


def test_without_ctrl_c_nothing_is_raised_and_the_old_way_is_back():
    before = signal.getsignal(signal.SIGINT)
    with patient() as patience:
        assert isinstance(signal.getsignal(signal.SIGINT), Patience)
    assert not patience.is_pressed
    assert signal.getsignal(signal.SIGINT) is before


def test_an_error_while_loading_is_told_and_not_the_ctrl_c():
    with pytest.raises(ValueError, match="of loading"):
        failed_meanwhile()


def test_in_another_thread_nothing_is_held_back():
    before = signal.getsignal(signal.SIGINT)
    found = []

    def wait():
        with patient() as patience:
            found.append((patience.is_pressed, signal.getsignal(signal.SIGINT)))

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert found == [(False, before)]
