#!/bin/sh
# The operations of the last hour. STATION_TOKEN holds a personal access token or an access token.
#
#   sh docs/examples/access/call.sh http://127.0.0.1:7420
set -eu
base=${1:-http://127.0.0.1:7420}

curl -fsS "$base/v2/airspace/operations?from=-PT1H" -H "Authorization: Bearer $STATION_TOKEN"
