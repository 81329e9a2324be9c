#!/bin/sh
# Backs up an installation on PostgreSQL and ClickHouse while it runs. See docs/backups.md, "On servers".
#
#   backup-servers.sh FOLDER
#
# ADTALLY_DATABASE_URL, ADTALLY_CLICKHOUSE_URL, ADTALLY_CLICKHOUSE_CLUSTER and ADTALLY_CLICKHOUSE_REPLICATED are
# those of Adtally. ADTALLY_CLICKHOUSE_BACKUPS is the disk of ClickHouse's configuration, `backups` when absent.
# Needs pg_dump and curl. The secret is not copied. PostgreSQL's password can be in ~/.pgpass instead of the URL, which
# other users of the machine can see while pg_dump runs.
set -eu
umask 077
folder=${1:?"usage: backup-servers.sh FOLDER"}
: "${ADTALLY_DATABASE_URL:?"set it as for Adtally"}" "${ADTALLY_CLICKHOUSE_URL:?"set it as for Adtally"}"
. "$(dirname "$0")/clickhouse-query.sh"

if [ -e "$folder" ]; then
  echo "backup-servers.sh: $folder exists already. Choose a new folder" >&2
  exit 1
fi
name=$(basename "$folder")
draft=$folder.partial
rm -rf "$draft"
mkdir -p "$draft"
trap 'rm -rf "$draft"' EXIT

# PostgreSQL first: then ClickHouse has everything that its ledger lists.
pg_dump --format=custom --no-owner --file="$draft/records.dump" --dbname="$ADTALLY_DATABASE_URL"

each_node "BACKUP DATABASE $database$on_cluster TO" "$name" >"$draft/clickhouse.txt"

(cd "$draft" && sha256sum records.dump clickhouse.txt >SHA256SUMS)
mv "$draft" "$folder"
trap - EXIT
echo "$folder has PostgreSQL's records. ClickHouse has its figures on the disk $disk:"
cat "$folder/clickhouse.txt"
echo "Store the secret apart from both."
