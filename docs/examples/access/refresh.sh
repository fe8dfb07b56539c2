#!/bin/sh
# Renews the tokens in a file. Needs curl and jq.
#
#   sh docs/examples/access/refresh.sh http://127.0.0.1:7420 tokens.json
set -eu
base=$1
file=$2
provider=$(curl -fsS "$base/realms/dcp/.well-known/openid-configuration")

tokens=$(jq -j .refresh_token "$file" |
  curl -fsS "$(printf %s "$provider" | jq -r .token_endpoint)" -d grant_type=refresh_token -d client_id=fieldstation \
    --data-urlencode refresh_token@-)
printf '%s\n' "$tokens" > "$file"
