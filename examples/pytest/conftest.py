"""The mock in pytest: copy this file beside your tests.

    def test_fee(tollgate):
        shop = Shop(tollgate.url, tollgate.token)
        assert shop.fee(100, "424242", "85004") == Decimal("2.43")

Each test has transactions of its own, and fails where the client broke a rule. TOLLGATE is the command that runs tollgate, such as
the path of the executable; by default `npx tollgate`.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import threading
import urllib.request
import uuid
from typing import NamedTuple

import pytest


class Mock(NamedTuple):
    url: str
    token: str

    def get(self, path):
        """A control resource, such as `journal` or `verdict`."""
        with urllib.request.urlopen(f"{self.url}/_tollgate/{path}", timeout=10) as response:
            return json.load(response)


@pytest.fixture(scope="session")
def tollgate_server():
    program, *args = shlex.split(os.environ.get("TOLLGATE", "npx tollgate"))
    command = [shutil.which(program) or program, *args, "mock", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as mock:
        try:
            yield read_start(mock.stdout)
        finally:
            mock.terminate()


@pytest.fixture
def tollgate(tollgate_server):
    mock = Mock(f"{tollgate_server.url}/w/{uuid.uuid4().hex}", tollgate_server.token)
    yield mock
    report = mock.get("verdict")
    broken = [f"{rule['id']}: {rule['reason']}" for rule in report["rules"] if rule["outcome"] == "fail"]
    if report["verdict"] == "nonconformant":
        pytest.fail("\n".join(broken), pytrace=False)


def read_start(output):
    url = None
    for line in output:
        if found := re.search(r"listens on (http\S+)", line):
            url = found[1]
        if url and (found := re.search(r"TOLLGATE_TOKEN=(\S+)", line)):
            # A full pipe would stop the mock.
            threading.Thread(target=output.read, daemon=True).start()
            return Mock(url, found[1])
    raise RuntimeError("tollgate mock ended before it listened: its error is above")
