#!/bin/sh
# Prints what flies now: the GeoJSON that QGIS reads, with the token as the password of Basic authentication, which is
# how programs present it that know nothing else. STATION_TOKEN holds a personal access token. Needs curl and jq.
#
#   sh docs/examples/current-operations.sh http://127.0.0.1:7420
set -eu
base=${1:-http://127.0.0.1:7420}

# Read from standard input, so that the token is not among the arguments, which others on this computer can see.
printf 'user = "station:%s"\n' "$STATION_TOKEN" |
  curl -fsS -K - "$base/station/v1/current-operations.geojson" |
  jq -r '.features[].properties | [.kind, .uas_id, .timestamp] | @tsv'
