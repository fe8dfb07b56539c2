#!/bin/sh
# Signs a user in: authorization code with PKCE, the user copies the redirect. Prints the tokens as JSON. Needs curl,
# jq and openssl.
#
#   (umask 077; sh docs/examples/access/sign-in.sh http://127.0.0.1:7420 > tokens.json)
set -eu
base=${1:-http://127.0.0.1:7420}
redirect=http://127.0.0.1:49152/callback
provider=$(curl -fsS "$base/realms/dcp/.well-known/openid-configuration")

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
verifier=$(openssl rand 32 | base64url)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | base64url)
state=$(openssl rand 16 | base64url)

question="client_id=fieldstation&response_type=code&scope=openid%20profile%20email%20offline_access"
question="$question&redirect_uri=$redirect&code_challenge=$challenge&code_challenge_method=S256&state=$state"
echo "Sign in at this address, then paste the address that the browser ends at; no page is there:" >&2
echo "$(printf %s "$provider" | jq -r .authorization_endpoint)?$question" >&2
read -r callback

case $callback in *"state=$state"*) ;; *) echo "This is not the callback of this sign-in." >&2 && exit 1 ;; esac
code=$(printf %s "$callback" | sed 's/.*[?&]code=\([^&]*\).*/\1/')
curl -fsS "$(printf %s "$provider" | jq -r .token_endpoint)" -d grant_type=authorization_code -d client_id=fieldstation \
  -d "code=$code" -d "code_verifier=$verifier" -d "redirect_uri=$redirect"
