"""Renews the tokens in a file.

    python3 docs/examples/access/refresh.py http://127.0.0.1:7420 tokens.json
"""

import json
import sys
import urllib.request
from urllib.parse import urlencode

base, path = sys.argv[1:]
with urllib.request.urlopen(base + "/realms/dcp/.well-known/openid-configuration") as response:
    provider = json.load(response)

with open(path) as file:
    refresh_token = json.load(file)["refresh_token"]
form = {"grant_type": "refresh_token", "client_id": "fieldstation", "refresh_token": refresh_token}
with urllib.request.urlopen(provider["token_endpoint"], urlencode(form).encode()) as response:
    tokens = json.load(response)
with open(path, "w") as file:
    json.dump(tokens, file)
