"""Prints every flight that one can see, page by page. STATION_TOKEN holds a credential.

    python3 docs/examples/account/flights.py http://127.0.0.1:7420
"""

import json
import os
import re
import sys
import urllib.request

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7420"
headers = {"Authorization": "Bearer " + os.environ["STATION_TOKEN"]}
page = "/v1/flights?limit=100&ordering=-date_started"
while page:
    with urllib.request.urlopen(urllib.request.Request(base + page, headers=headers)) as response:
        for flight in json.load(response):
            print(flight["date_started"] or flight["date_planned_start"], flight["status"], flight["callsign_used"] or "-")
        link = re.search(r'<([^>]*)>; rel="next"', response.headers["Link"] or "")
    page = link and link.group(1)
