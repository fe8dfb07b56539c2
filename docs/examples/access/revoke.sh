#!/bin/sh
# Revokes the personal access token in STATION_TOKEN. Needs curl and jq.
#
#   sh docs/examples/access/revoke.sh http://127.0.0.1:7420
set -eu
base=${1:-http://127.0.0.1:7420}

id=$(curl -fsS "$base/v2/pats/tokens" -H "Authorization: Bearer $STATION_TOKEN" |
  jq -r '.[] | select(.prefix == env.STATION_TOKEN[:8]).id')
curl -fsS -X DELETE "$base/v2/pats/tokens/$id" -H "Authorization: Bearer $STATION_TOKEN"
