"""The operations of the last hour. STATION_TOKEN holds a personal access token or an access token.

    python3 docs/examples/access/call.py http://127.0.0.1:7420
"""

import json
import os
import sys
import urllib.request

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7420"
request = urllib.request.Request(
    base + "/v2/airspace/operations?from=-PT1H",
    headers={"Authorization": "Bearer " + os.environ["STATION_TOKEN"]},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response)))
