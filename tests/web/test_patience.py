"""Ctrl-C while a server loads is held back, and counts."""

from __future__ import annotations

import signal
from contextlib import suppress

import pytest

from eventlocky.web.patience import patient


def press():
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_is_held_back_and_raised_at_the_end():
    with pytest.raises(KeyboardInterrupt), patient():
        press()


def test_who_is_patient_knows_that_it_was_pressed_and_goes_on():
    seen = []
    with suppress(KeyboardInterrupt), patient() as patience:
        seen.append(patience.is_pressed)
        press()
        seen.append(patience.is_pressed)
    assert seen == [False, True]


def test_without_ctrl_c_nothing_is_raised_and_the_old_way_is_back():
    before = signal.getsignal(signal.SIGINT)
    with patient() as patience:
        assert signal.getsignal(signal.SIGINT) is patience
    assert signal.getsignal(signal.SIGINT) is before


def failed_meanwhile():
    with patient():
        press()
        message = "of loading"
        raise ValueError(message)


def test_an_error_while_loading_is_told_and_not_the_ctrl_c():
    with pytest.raises(ValueError, match="of loading"):
        failed_meanwhile()
