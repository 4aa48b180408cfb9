#!/bin/sh
# A small client of the server-management API, for people with a shell and curl. See README.md for its command line.
set -eu

usage() {
  cat >&2 <<'END'
usage: curl-client.sh servers list
       curl-client.sh servers create NAME
       curl-client.sh apps list
       curl-client.sh apps create --name NAME --sysuserid ID --runtime RUNTIME [--domain DOMAIN]...
       curl-client.sh actions get|wait ACTIONID
Environment: SRVSPEC_BASE_URL, SRVSPEC_CLIENT_ID, SRVSPEC_API_KEY
END
  exit 2
}

fail() {
  printf 'curl-client: %s\n' "$1" >&2
  exit 1
}

# The text $1 as a JSON string. Byte by byte, so that UTF-8 passes as it is.
json_string() {
  TEXT=$1 LC_ALL=C awk 'BEGIN {
    for (n = 1; n < 32; n++) code[sprintf("%c", n)] = n
    text = ENVIRON["TEXT"]
    for (i = 1; i <= length(text); i++) {
      c = substr(text, i, 1)
      if (c in code) c = sprintf("\\u%04x", code[c])
      else if (c == "\"" || c == "\\") c = "\\" c
      out = out c
    }
    printf "\"%s\"", out
  }'
}

# The text $1 as one segment of a path.
path_segment() {
  TEXT=$1 LC_ALL=C awk 'BEGIN {
    for (n = 1; n < 256; n++) code[sprintf("%c", n)] = n
    text = ENVIRON["TEXT"]
    for (i = 1; i <= length(text); i++) {
      c = substr(text, i, 1)
      out = out (c ~ /[A-Za-z0-9._~-]/ ? c : sprintf("%%%02X", code[c]))
    }
    printf "%s", out
  }'
}

# The credentials as a line of a curl configuration, which quotes with backslashes.
user_line() {
  printf '%s:%s' "$SRVSPEC_CLIENT_ID" "$SRVSPEC_API_KEY" | sed -e 's/[\\"]/\\&/g' -e 's/^/user = "/' -e 's/$/"/'
}

# request METHOD PATH [OPTION]...: the body of the answer, on standard output.
request() {
  method=$1
  url=$SRVSPEC_BASE_URL$2
  shift 2
  # The key is read from standard input, since others can read command lines.
  answer=$(user_line | curl --config - --silent --show-error --globoff --max-time 30 --request "$method" \
    --header 'Accept: application/json' --write-out '\n%{http_code} %{content_type}' "$@" "$url") || exit 1
  head=${answer##*"$newline"}
  body=${answer%"$newline"*}
  case $head in
    2??' application/json'*) ;;
    2??*) fail "the answer is no JSON (status and media type: $head)" ;;
    *) fail "$method $url: status ${head%% *}: $body" ;;
  esac
  [ -n "$body" ] || fail 'the answer is empty'
  printf '%s\n' "$body"
}

newline='
'

create() {
  request POST "$1" --header 'Content-Type: application/json' --data-binary "$2"
}

create_app() {
  name='' sysuserid='' runtime='' domains=''
  while [ $# -ge 2 ]; do
    case $1 in
      --name) name=$2 ;;
      --sysuserid) sysuserid=$2 ;;
      --runtime) runtime=$2 ;;
      --domain) domains=$domains${domains:+,}$(json_string "$2") ;;
      *) usage ;;
    esac
    shift 2
  done
  [ $# -eq 0 ] || usage
  create /apps "{\"name\":$(json_string "$name"),\"sysuserid\":$(json_string "$sysuserid"),\"runtime\":$(
    json_string "$runtime"
  ),\"domains\":[$domains]}"
}

# Asks every second until the status is another than that of an action under way.
wait_for_action() {
  while :; do
    action=$(request GET "/actions/$(path_segment "$1")")
    status=$(printf '%s' "$action" | sed -n 's/.*"status" *: *"\([^"]*\)".*/\1/p')
    case $status in
      '') fail 'the answer has no status' ;;
      open | pending | running | processing) sleep 1 ;;
      error | failed) fail "the action ended with status $status" ;;
      *) break ;;
    esac
  done
  printf '%s\n' "$action"
}

: "${SRVSPEC_BASE_URL:?}" "${SRVSPEC_CLIENT_ID:?}" "${SRVSPEC_API_KEY:?}"

case "${1-} ${2-}" in
  'servers list') [ $# -eq 2 ] || usage; request GET /servers ;;
  'servers create') [ $# -eq 3 ] || usage; create /servers "{\"name\":$(json_string "$3")}" ;;
  'apps list') [ $# -eq 2 ] || usage; request GET /apps ;;
  'apps create') shift 2; create_app "$@" ;;
  'actions get') [ $# -eq 3 ] || usage; request GET "/actions/$(path_segment "$3")" ;;
  'actions wait') [ $# -eq 3 ] || usage; wait_for_action "$3" ;;
  *) usage ;;
esac
