#!/bin/sh
# Ends the sign-in whose tokens are in a file, and removes the file. Needs curl and jq.
#
#   sh docs/examples/access/sign-out.sh http://127.0.0.1:7420 tokens.json
set -eu
base=$1
file=$2
provider=$(curl -fsS "$base/realms/dcp/.well-known/openid-configuration")

jq -j .refresh_token "$file" |
  curl -fsS "$(printf %s "$provider" | jq -r .revocation_endpoint)" -d client_id=fieldstation --data-urlencode token@-
rm "$file"
