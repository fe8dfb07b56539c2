"""Uploads a GPX track that was flown already, and prints the statistics of its flight. STATION_TOKEN holds a credential.

    python3 docs/examples/account/upload_track.py http://127.0.0.1:7420 flight.gpx
"""

import json
import os
import re
import sys
import time
import urllib.request

base, file = sys.argv[1:3]
track = open(file, encoding="utf-8").read()
times = sorted(re.findall(r"<time>([^<]+)</time>\s*(?:<[^/]|</trkpt>)", track))
latitude, longitude = re.search(r'<trkpt lat="([^"]+)" lon="([^"]+)"', track).groups()


def call(method, path, body, content_type="application/json"):
    headers = {"Authorization": "Bearer " + os.environ["STATION_TOKEN"], "Content-Type": content_type}
    request = urllib.request.Request(base + path, body, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


plan = {
    "date_planned_start": times[0],
    "date_planned_finish": times[-1],
    "date_started": times[0],
    "status": "uploading",
    "region": {"type": "Point", "coordinates": [float(longitude), float(latitude)], "radius": 1000},
    "takeoff_latitude": float(latitude),
    "takeoff_longitude": float(longitude),
    "max_flight_altitude": 500,
}
flight = call("POST", "/v1/flights", json.dumps(plan).encode())
path = "/v1/flights/" + flight["id"]
call("POST", path + "/telemetry?format=json", track.encode(), "application/gpx+xml")
call("POST", path + "/process", None)
while flight["status"] in ("uploading", "processing"):
    time.sleep(0.2)
    flight = call("GET", path, None)
print(flight["status"], round(flight["distance"]), "m", flight["duration"], "s")
