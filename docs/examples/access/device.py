"""Signs in a program without a browser: device authorization (RFC 8628). Prints the tokens as JSON.

    (umask 077; python3 docs/examples/access/device.py http://127.0.0.1:7420 > tokens.json)
"""

import json
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7420"


def ask(address, form=None):
    try:
        with urllib.request.urlopen(address, form and urlencode(form).encode()) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


provider = ask(base + "/realms/dcp/.well-known/openid-configuration")
question = {"client_id": "fieldstation", "scope": "openid profile email offline_access"}
device = ask(provider["device_authorization_endpoint"], question)
print("On any device that reaches the station, open this address and agree:", file=sys.stderr)
print(device["verification_uri_complete"], file=sys.stderr, flush=True)

poll = {
    "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
    "client_id": "fieldstation",
    "device_code": device["device_code"],
}
interval = device.get("interval", 5)
while True:
    time.sleep(interval)
    tokens = ask(provider["token_endpoint"], poll)
    if "access_token" in tokens:
        break
    if tokens["error"] == "slow_down":
        interval += 5
    elif tokens["error"] != "authorization_pending":
        sys.exit(tokens.get("error_description", tokens["error"]))
print(json.dumps(tokens))
