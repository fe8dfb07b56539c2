#!/bin/sh
# Makes an evidence pack of the last hour of a station and checks it without the station's software.
# Usage: sh evidence-pack.sh URL [TOKEN]; needs curl, jq, unzip, sha256sum and openssl.
set -eu
station=$1
token=${2:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

call() {
  if [ -n "$token" ]; then
    curl --silent --show-error --fail --header "X-Personal-Access-Token: $token" "$@"
  else
    curl --silent --show-error --fail "$@"
  fi
}

# The key comes from the station itself, not from the pack.
call "$station/station/v1/info" | jq -r .evidence_key > station.pem

now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
before=$(date -u -d "@$(($(date +%s) - 3600))" +%Y-%m-%dT%H:%M:%SZ)
jq -n --arg from "$before" --arg to "$now" \
  '{title: "The last hour", from: $from, to: $to, formats: ["ndjson", "gpx"]}' |
  call --header "Content-Type: application/json" --data @- --output pack.zip "$station/station/v1/evidence"

unzip -q pack.zip -d pack
cd pack
sha256sum --check --quiet SHA256SUMS
jq -r .signature manifest.json | base64 -d > ../signature.bin
openssl pkeyutl -verify -pubin -inkey ../station.pem -rawin -in SHA256SUMS -sigfile ../signature.bin
echo "$(wc -l < receptions/receptions.ndjson) records of $(wc -l < operations.ndjson) operations"
