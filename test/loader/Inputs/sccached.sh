# sccached.sh COMMAND…: runs a compilation with sccache, of which the cache is ./cache, and
# prints whether its object was there: hit or miss. The server is one of its own.
set -eu
export SCCACHE_DIR="$PWD/cache" SCCACHE_IDLE_TIMEOUT=60 SCCACHE_SERVER_PORT
SCCACHE_SERVER_PORT=$((20000 + $$ % 20000))
tries=0
until sccache --start-server >server.log 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || { cat server.log >&2; exit 1; }
  SCCACHE_SERVER_PORT=$((SCCACHE_SERVER_PORT + 1))
done
trap 'sccache --stop-server >server.log 2>&1' EXIT
sccache "$@"
sccache --show-stats | awk '
  /^Cache hits  / { hits = $3 }
  /^Cache misses  / { misses = $3 }
  END { print hits ? "hit" : misses ? "miss" : "not cached" }'
