#!/bin/sh
# Makes a personal access token for 30 days and prints it. STATION_TOKEN holds a credential, STATION_PASSWORD the
# password of its account. Needs curl and jq.
#
#   sh docs/examples/access/token.sh http://127.0.0.1:7420
set -eu
base=${1:-http://127.0.0.1:7420}

jq -n '{ password: env.STATION_PASSWORD, name: "from the shell", expires_at: (now + 30 * 86400 | todate) }' |
  curl -fsS "$base/v2/pats/tokens" --data-binary @- \
    -H "Authorization: Bearer $STATION_TOKEN" -H "Content-Type: application/json" |
  jq -r .token
