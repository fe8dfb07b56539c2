"""Signs a user in: authorization code with PKCE, with a redirect to a free port of this computer. Prints the tokens
as JSON.

    (umask 077; python3 docs/examples/access/sign-in.py http://127.0.0.1:7420 > tokens.json)
"""

import base64
import hashlib
import http.server
import json
import secrets
import sys
import urllib.request
import webbrowser
from urllib.parse import parse_qsl, urlencode, urlsplit

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7420"
with urllib.request.urlopen(base + "/realms/dcp/.well-known/openid-configuration") as response:
    provider = json.load(response)

verifier = secrets.token_urlsafe(32)
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
state = secrets.token_urlsafe(16)
callbacks = []


class Redirect(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        query = dict(parse_qsl(urlsplit(self.path).query))
        is_ours = secrets.compare_digest(query.get("state", ""), state)
        if is_ours:
            callbacks.append(query)
        self.send_response(200 if is_ours else 400)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(b"You can close this page." if is_ours else b"Not the callback of this sign-in.")

    def log_message(self, *_):
        """Nothing is logged: the address holds the code."""


with http.server.HTTPServer(("127.0.0.1", 0), Redirect) as listener:
    redirect = f"http://127.0.0.1:{listener.server_port}/callback"
    question = {
        "client_id": "fieldstation",
        "response_type": "code",
        "scope": "openid profile email offline_access",
        "redirect_uri": redirect,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        "state": state,
    }
    address = provider["authorization_endpoint"] + "?" + urlencode(question)
    print("Sign in at this address:", address, sep="\n", file=sys.stderr, flush=True)
    webbrowser.open(address)
    while not callbacks:
        listener.handle_request()

if "code" not in callbacks[0]:
    sys.exit(callbacks[0].get("error_description", "refused"))
form = {
    "grant_type": "authorization_code",
    "client_id": "fieldstation",
    "code": callbacks[0]["code"],
    "code_verifier": verifier,
    "redirect_uri": redirect,
}
with urllib.request.urlopen(provider["token_endpoint"], urlencode(form).encode()) as response:
    print(json.dumps(json.load(response)))
