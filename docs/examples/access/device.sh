#!/bin/sh
# Signs in a program without a browser: device authorization (RFC 8628). Prints the tokens as JSON. Needs curl and jq.
#
#   (umask 077; sh docs/examples/access/device.sh http://127.0.0.1:7420 > tokens.json)
set -eu
base=${1:-http://127.0.0.1:7420}
provider=$(curl -fsS "$base/realms/dcp/.well-known/openid-configuration")
endpoint() { printf %s "$provider" | jq -r ".$1"; }

device=$(curl -fsS "$(endpoint device_authorization_endpoint)" -d client_id=fieldstation \
  --data-urlencode "scope=openid profile email offline_access")
echo "On any device that reaches the station, open this address and agree:" >&2
printf %s "$device" | jq -r .verification_uri_complete >&2

interval=$(printf %s "$device" | jq -r '.interval // 5')
while sleep "$interval"; do
  tokens=$(curl -sS "$(endpoint token_endpoint)" -d client_id=fieldstation \
    -d grant_type=urn:ietf:params:oauth:grant-type:device_code \
    -d "device_code=$(printf %s "$device" | jq -r .device_code)")
  case $(printf %s "$tokens" | jq -r .error) in
    null) printf '%s\n' "$tokens" && exit ;;
    authorization_pending) ;;
    slow_down) interval=$((interval + 5)) ;;
    *) printf %s "$tokens" | jq -r .error_description >&2 && exit 1 ;;
  esac
done
