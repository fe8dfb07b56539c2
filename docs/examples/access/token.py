"""Makes a personal access token for 30 days and prints it. STATION_TOKEN holds a credential, STATION_PASSWORD the
password of its account.

    python3 docs/examples/access/token.py http://127.0.0.1:7420
"""

import json
import os
import sys
import urllib.request
from datetime import datetime, timedelta, timezone

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7420"
expires = datetime.now(timezone.utc) + timedelta(days=30)
body = {"password": os.environ["STATION_PASSWORD"], "name": "from Python", "expires_at": expires.isoformat()}
request = urllib.request.Request(
    base + "/v2/pats/tokens",
    data=json.dumps(body).encode(),
    headers={"Authorization": "Bearer " + os.environ["STATION_TOKEN"], "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["token"])
