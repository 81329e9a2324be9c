#!/bin/sh
# Restores a backup of backup-servers.sh into an empty PostgreSQL database and a ClickHouse without the database.
# Stop Adtally first: all of its processes. See docs/backups.md, "On servers".
#
#   restore-servers.sh FOLDER
#
# The same variables as for backup-servers.sh. ADTALLY_SECRET_FILE is the secret of the backup. ADTALLY is the
# command, `adtally` when absent. Needs pg_restore, psql and curl.
set -eu
folder=${1:?"usage: restore-servers.sh FOLDER"}
: "${ADTALLY_DATABASE_URL:?"set it as for Adtally"}" "${ADTALLY_CLICKHOUSE_URL:?"set it as for Adtally"}"
: "${ADTALLY_SECRET_FILE:?"name the file with the secret of the backup"}"
. "$(dirname "$0")/clickhouse-query.sh"

refuse() {
  echo "restore-servers.sh: $1. Nothing was changed" >&2
  exit 1
}

# Everything is checked before anything is changed.
(cd "$folder" && sha256sum --quiet --check SHA256SUMS) || refuse "$folder is not as it was written"
pg_restore --list "$folder/records.dump" >/dev/null || refuse "$folder/records.dump cannot be read"
[ -s "$ADTALLY_SECRET_FILE" ] || refuse "there is no secret in $ADTALLY_SECRET_FILE"
tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$ADTALLY_DATABASE_URL" \
  --command="SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()")
[ "$tables" = 0 ] || refuse "the PostgreSQL database is not empty. Create a new one"
for url in $urls; do
  found=$(query "$url" "SELECT count() FROM system.databases WHERE name = '$database'")
  [ "$found" = 0 ] || refuse "ClickHouse has a database $database. Rename it, or drop it"
done

# ClickHouse first: Adtally starts on neither while the records are missing.
name=$(basename "$(sed -n 1p "$folder/clickhouse.txt")" -1)
each_node "RESTORE DATABASE $database$on_cluster FROM" "$name" >/dev/null
pg_restore --no-owner --exit-on-error --single-transaction --dbname="$ADTALLY_DATABASE_URL" "$folder/records.dump"

# Begins a new generation, and refuses a secret that is not the backup's.
${ADTALLY:-adtally} accept-restore
