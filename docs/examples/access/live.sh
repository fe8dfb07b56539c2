#!/bin/sh
# The live stream with curl alone, by long polling: a line for each event. STATION_TOKEN holds an access token. Needs jq.
#
#   sh docs/examples/access/live.sh http://127.0.0.1:7420 14.3,50.0,14.5,50.2
set -eu
base=${1:-http://127.0.0.1:7420}
viewport=${2:-12,48,19,51.5}
engine="$base/v2/airspace/socket.io/?EIO=4&transport=polling"
engine="$engine&sid=$(curl -fsS "$engine" | cut -c2- | jq -r .sid)"
send() { curl -fsS "$engine" -H "Content-Type: text/plain" --data-raw "$1" > /dev/null; }

send "40{\"token\":\"$STATION_TOKEN\"}"
joined=$(curl -fsS "$engine") # Nothing else may be sent before this response.
case $joined in 40*) ;; *) echo "The station refused: $joined" >&2 && exit 1 ;; esac
send "42[\"viewport\",\"$viewport\"]"
while packets=$(curl -fsS "$engine" | tr '\036' '\n'); do
  printf '%s\n' "$packets" | sed -n 's/^42//p'
  if printf '%s\n' "$packets" | grep -qx 2; then send 3; fi
  if printf '%s\n' "$packets" | grep -q '^4[14]\|^1$'; then echo "The station ended it: $packets" >&2 && exit 1; fi
done
