"""The operations of the last hour, with where each was last. Only Python's standard library.

    python3 docs/examples/list-operations.py [http://127.0.0.1:7420]

STATION_TOKEN holds a token, unless the station requires no credential on its own computer.
"""

import json
import os
import sys
import urllib.request

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7420"
url = base + "/v2/airspace/operations?from=-PT1H&include_last_telemetry=true"
token = os.environ.get("STATION_TOKEN")
request = urllib.request.Request(url, headers={"Authorization": "Bearer " + token} if token else {})
with urllib.request.urlopen(request) as response:
    operations = json.load(response)

for operation in operations:
    names = ", ".join(i["value"] for i in operation["ua_identifiers"]) or "no identifier"
    ua = operation.get("last_telemetry", {}).get("ua")
    place = f'{ua["location"]["latitude"]} {ua["location"]["longitude"]}' if ua else "no position"
    print(operation["id"], operation["status"], names, place)
