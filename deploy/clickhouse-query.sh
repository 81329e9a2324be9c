# Sourced by backup-servers.sh and restore-servers.sh: asks the ClickHouse of ADTALLY_CLICKHOUSE_URL.

disk=${ADTALLY_CLICKHOUSE_BACKUPS:-backups}
first_url=${ADTALLY_CLICKHOUSE_URL%%,*}
path=${first_url#*://}
case $path in
*/?*) database=${path#*/} ;;
*) database=adtally ;;
esac
# With Keeper, one statement reaches all nodes. Without it, each node is asked.
on_cluster=
urls=$(echo "$ADTALLY_CLICKHOUSE_URL" | tr ',' ' ')
case ${ADTALLY_CLICKHOUSE_REPLICATED:-} in
1 | true)
  on_cluster=" ON CLUSTER '$ADTALLY_CLICKHOUSE_CLUSTER'"
  urls=$first_url
  ;;
esac

# query URL STATEMENT: the address, which may have a password, is not an argument that others can see.
query() {
  base=${1%/"$database"}
  printf 'url = "%s/?wait_end_of_query=1"\n' "${base%/}" |
    curl --silent --show-error --fail-with-body --config - --data-binary "$2"
}

# each_node STATEMENT NAME: runs `STATEMENT Disk('backups', 'NAME-1')` for node 1, and so on, and prints
# the backup of each node.
each_node() {
  number=0
  for url in $urls; do
    number=$((number + 1))
    query "$url" "$1 Disk('$disk', '$2-$number')" >&2
    echo "$2-$number"
  done
}
