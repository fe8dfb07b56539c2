"""The live stream with Python's standard library, by long polling: a line for each event. STATION_TOKEN holds an access token.

    python3 docs/examples/access/live.py http://127.0.0.1:7420 14.3,50.0,14.5,50.2
"""

import json
import os
import sys
import urllib.request

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7420"
viewport = sys.argv[2] if len(sys.argv) > 2 else "12,48,19,51.5"
engine = base + "/v2/airspace/socket.io/?EIO=4&transport=polling"


def exchange(packet=None):
    headers = {"Content-Type": "text/plain"}
    request = urllib.request.Request(engine, packet and packet.encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.read().decode().split("\x1e")


# Engine.IO 4: 0 opens, 2 is a ping, 3 a pong. Socket.IO 5 in it: 40 connects, 42 is an event.
[opened] = exchange()
engine += "&sid=" + json.loads(opened[1:])["sid"]
exchange("40" + json.dumps({"token": os.environ["STATION_TOKEN"]}))
joined = exchange()[0]  # Nothing else may be sent before this response.
if not joined.startswith("40"):
    sys.exit("The station refused: " + joined)
exchange("42" + json.dumps(["viewport", viewport]))
while True:
    for packet in exchange():
        if packet.startswith("42"):
            event, record = json.loads(packet[2:])
            print(event, json.dumps(record), flush=True)
        elif packet == "2":
            exchange("3")
        elif packet.startswith(("41", "44")) or packet == "1":
            sys.exit("The station ended it: " + packet)
