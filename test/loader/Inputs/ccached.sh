# ccached.sh COMMAND…: runs a compilation with ccache, of which the cache is ./cache, and
# prints whether its object was there: hit or miss. Files are told apart by their bytes
# and not by their times.
set -eu
unset CCACHE_DEPEND CCACHE_EXTRAFILES CCACHE_RECACHE CCACHE_DISABLE
[ ! -f ./ccache.env ] || . ./ccache.env
export CCACHE_DIR="$PWD/cache" CCACHE_COMPILERCHECK=content CCACHE_CONFIGPATH="$PWD/no.conf"
: >"$CCACHE_CONFIGPATH"
ccache --zero-stats >/dev/null
ccache "$@"
ccache --print-stats | awk '
  $1 == "direct_cache_hit" || $1 == "preprocessed_cache_hit" { hits += $2 }
  $1 == "cache_miss" { misses += $2 }
  END { print hits ? "hit" : misses ? "miss" : "not cached" }'
