"""The server of uvicorn, ended in the right order: first the streams, which would not end by themselves."""

from __future__ import annotations

import socket

import uvicorn
from fastapi import FastAPI

from eventlocky.web.patience import Patience

_LAST_S = 3
"""Answers that still go on so long after Ctrl-C are cut off."""


class Server(uvicorn.Server):
    """Serves an application until it is told to stop."""

    def __init__(self, app: FastAPI, patience: Patience) -> None:
        super().__init__(
            uvicorn.Config(app, log_level="warning", server_header=False, timeout_graceful_shutdown=_LAST_S)
        )
        self._app = app
        self._patience = patience

    async def main_loop(self) -> None:
        """Serve, unless Ctrl-C was pressed while all this loaded."""
        self.should_exit |= self._patience.is_pressed
        await super().main_loop()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End searches and their streams, which would go on otherwise, and then the rest."""
        self._app.state.runs.let_go()
        await super().shutdown(sockets)
