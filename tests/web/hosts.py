"""A web server of strangers for one test: what it answers at a path is a function of the handler."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answers = dict[str, Callable[[BaseHTTPRequestHandler], None]]


@contextmanager
def host(answers: Answers) -> Iterator[str]:
    """Serve some answers on this machine; every other path is not there."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            answer = answers.get(self.path)
            try:
                if answer is None:
                    self.send_error(404)
                else:
                    answer(self)
            except ConnectionError:
                self.close_connection = True

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def body(content: bytes, content_type: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer with some bytes."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", content_type)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def lead(there: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """Answer with a redirect."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(302)
        handler.send_header("Location", there)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer
