#!/bin/sh
# An account and a personal access token for it, made while no station works on the data directory. Prints the token.
#
#   sh docs/examples/access/first-token.sh ada@example.org ./recording
set -eu
email=$1
data=$2

# Asks for a password, unless STATION_PASSWORD holds one. The first account administers the station.
npm run --silent station -- user add "$email" --data "$data" >&2
npm run --silent station -- token create "$email" --name "first token" --days 30 --data "$data"
