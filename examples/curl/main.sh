#!/bin/sh
# Both endpoints by hand. BASE_URL and API_KEY say where the service is and who asks.
set -eu
: "${BASE_URL:=http://127.0.0.1:8080}"

echo "The messages dialect:"
curl -sS --fail-with-body "$BASE_URL/v1/messages" \
  -H "authorization: Bearer $API_KEY" -H 'vendor-version: 2026-10-21' -H 'content-type: application/json' \
  -d '{"model":"demo","max_tokens":64,"messages":[{"role":"user","content":"Hello!"}]}'
echo

echo "The responses dialect:"
curl -sS --fail-with-body "$BASE_URL/v1/responses" \
  -H "authorization: Bearer $API_KEY" -H 'content-type: application/json' \
  -d '{"model":"demo","input":"Hello!"}'
echo

echo "The same, streamed:"
curl -sSN --fail-with-body "$BASE_URL/v1/responses" \
  -H "authorization: Bearer $API_KEY" -H 'content-type: application/json' \
  -d '{"model":"demo","input":"Hello!","stream":true}' | grep '^event: response.completed'
