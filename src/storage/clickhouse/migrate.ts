import { ClickHouseError } from '@clickhouse/client'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import {
  damagedData,
  type FoundVersion,
  needsUpgrade,
  pendingMigrations,
  progressOf,
  refuseUnallowed,
  type StoreMigration,
  type UpgradeOptions,
  versionOf,
} from '../upgrades/migration.ts'
import { isMissing } from './clickhouse-failure.ts'
import { ClickhouseConnection } from './connection.ts'
import { clickhouseMigrations } from './migrations/all-migrations.ts'
import { entryColumns, localTable, onCluster } from './schema.ts'

type ClickhouseMigration = StoreMigration<ClickhouseConnection>

export interface ClickhouseUpgrade extends UpgradeOptions {
  /** Whether the ledger has entries, so that there must be tables; not when absent. */
  readonly hasFigures?: boolean
  /** Runs work while no other process writes or upgrades figures; without a lock when absent. */
  readonly exclusively?: (work: () => Promise<void>) => Promise<unknown>
  /** This Adtally's migrations when absent. */
  readonly migrations?: readonly ClickhouseMigration[]
}

/** A migration of many rows takes long. */
const migrationTimeouts = { readTimeoutMs: 600_000, writeTimeoutMs: 3_600_000 }

/**
 * Creates or upgrades the tables of figures. A version is written after its migration has ended on
 * every node, so an interrupted migration runs again.
 *
 * @param identity the ledger's unique id
 * @throws UnusableStoreError when the tables are newer than this Adtally, belong to another ledger or
 *   are damaged; nothing was changed
 */
export async function ensureSchema(
  connection: ClickhouseConnection,
  identity: string,
  upgrade: ClickhouseUpgrade = {},
): Promise<void> {
  const { exclusively = (work) => work() } = upgrade
  const { isUpToDate, found, pending } = await inspect(connection, identity, upgrade)
  if (isUpToDate) return
  if (upgrade.refusesUpgrade && found !== null && pending.length > 0) {
    throw needsUpgrade(placeOf(connection), pending)
  }
  const migrating = new ClickhouseConnection({ ...connection.options, ...migrationTimeouts })
  try {
    await exclusively(() => upgradeTables(migrating, identity, upgrade))
  } finally {
    await migrating.close()
  }
}

/**
 * Finds the migrations that the tables of figures do not have. Changes nothing.
 *
 * @param hasFigures whether the ledger has entries, so that there must be tables
 * @returns their names, all of them for a database without tables
 * @throws UnusableStoreError as {@link ensureSchema}
 */
export async function findPending(
  connection: ClickhouseConnection,
  identity: string,
  hasFigures: boolean,
): Promise<string[]> {
  const { pending } = await inspect(connection, identity, { hasFigures })
  return pending.map(({ name }) => name)
}

interface Inspection {
  readonly found: FoundVersion | null
  readonly pending: readonly ClickhouseMigration[]
  /** Whether all nodes have all migrations. */
  readonly isUpToDate: boolean
}

async function inspect(
  connection: ClickhouseConnection,
  identity: string,
  { migrations = clickhouseMigrations, hasFigures = false }: ClickhouseUpgrade,
): Promise<Inspection> {
  const place = placeOf(connection)
  const nodes = await readNodes(connection)
  const rows = nodes.flat()
  if (rows.some(({ ledger }) => ledger !== identity)) {
    throw new UnusableStoreError(
      `${place} contains the figures of another ledger. Choose another database, or the relational store that these figures belong to.`,
    )
  }
  const newest = rows.reduce<NodeRow | null>(
    (best, row) => (best && best.version >= row.version ? best : row),
    null,
  )
  const pending = pendingMigrations(migrations, newest, place)
  if (newest === null && hasFigures) {
    throw new UnusableStoreError(
      `${place} is missing or has no tables, and its ledger has entries. Restore it from a backup; see docs/backups.md.`,
    )
  }
  if (newest === null) await refuseUnknownRows(connection)
  const isOnAllNodes = nodes.every((node) =>
    node.some(({ version }) => version === newest?.version),
  )
  return { found: newest, pending, isUpToDate: pending.length === 0 && isOnAllNodes }
}

/** Inspects the nodes again, because another process may have upgraded them meanwhile. */
async function upgradeTables(
  connection: ClickhouseConnection,
  identity: string,
  upgrade: ClickhouseUpgrade,
): Promise<void> {
  const { found, pending } = await inspect(connection, identity, upgrade)
  const place = placeOf(connection)
  const { allowedMigrations = [], onUpgrade, migrations = clickhouseMigrations } = upgrade
  if (found !== null) refuseUnallowed(pending, allowedMigrations, place)
  await connection.createDatabase(onCluster(connection.options))
  // New tables need no progress.
  const reporterOf = progressOf(place, pending, null, found === null ? undefined : onUpgrade)
  for (const migration of pending) {
    const onShare = reporterOf(migration)
    onShare(0)
    try {
      await migration.up(connection, onShare)
    } catch (cause) {
      if (!(cause instanceof ClickHouseError)) throw cause
      const [reason] = cause.message.split('\n')
      throw new UnusableStoreError(
        `${place} cannot be upgraded: ${migration.name} failed (${reason}). Start Adtally again to repeat it.`,
        { cause },
      )
    }
    // New tables have no rows yet, so their creation can begin again.
    if (found !== null) await writeVersion(connection, migration, identity)
    onShare(1)
  }
  const isWritten = found !== null && pending.length > 0
  if (!isWritten) await writeVersion(connection, migrations.at(-1)!, identity)
}

/** Writes to every node. The release is a comment, so that older versions of Adtally can ignore it. */
async function writeVersion(
  connection: ClickhouseConnection,
  migration: ClickhouseMigration,
  ledger: string,
): Promise<void> {
  const everywhere = onCluster(connection.options)
  await connection.commandEverywhere(
    `CREATE TABLE IF NOT EXISTS adtally_schema${everywhere} (version UInt32, ledger String)
    ENGINE = MergeTree ORDER BY version`,
  )
  await connection.commandEverywhere(
    `ALTER TABLE adtally_schema${everywhere} MODIFY COMMENT 'Adtally ${migration.release}'`,
  )
  await connection.commandEverywhere(
    `INSERT INTO adtally_schema SELECT {version:UInt32}, {ledger:String}
    WHERE {version:UInt32} NOT IN (SELECT version FROM adtally_schema)`,
    { version: versionOf(migration), ledger },
  )
}

interface NodeRow extends FoundVersion {
  readonly ledger: string
}

/** The versions on each node; an empty list when a node has no tables. */
async function readNodes(connection: ClickhouseConnection): Promise<NodeRow[][]> {
  const query = `SELECT version, ledger, (
      SELECT any(comment) FROM system.tables
      WHERE database = currentDatabase() AND name = 'adtally_schema'
    ) FROM adtally_schema`
  const nodes = await rowsOfNodes(connection, query).catch((error) => {
    if (!isOtherTable(error)) throw error
    throw damagedData(placeOf(connection), 'its table adtally_schema cannot be read', error)
  })
  return nodes.map((rows) =>
    rows.map(([version, ledger, comment]) => {
      if (typeof version !== 'number') {
        throw damagedData(placeOf(connection), 'its table adtally_schema has no version')
      }
      const [, release = null] = /^Adtally (\S+)$/.exec(String(comment)) ?? []
      return { version, ledger: String(ledger), release }
    }),
  )
}

/** Refuses a database whose tables have rows but no version. */
async function refuseUnknownRows(connection: ClickhouseConnection): Promise<void> {
  const names = Object.keys(entryColumns).map((table) => localTable(table, connection.options))
  const nodes = await rowsOfNodes(
    connection,
    `SELECT name FROM system.tables
    WHERE database = currentDatabase() AND total_rows > 0 AND name IN ('${names.join("', '")}')`,
  )
  const [row] = nodes.flat()
  if (!row) return
  const why = `its table ${row[0]} has rows, but adtally_schema does not say whose`
  throw damagedData(placeOf(connection), why)
}

/** Runs a query on every node in `urls`. A node without the database or the table has no rows. */
function rowsOfNodes(connection: ClickhouseConnection, query: string): Promise<unknown[][][]> {
  return connection.ofNodes((node) =>
    connection.rowsOf(node, query).catch((error) => {
      if (isMissing(error)) return []
      throw error
    }),
  )
}

const isOtherTable = (error: unknown) =>
  error instanceof ClickHouseError && error.type === 'UNKNOWN_IDENTIFIER'

const placeOf = ({ options }: ClickhouseConnection) => `ClickHouse database ${options.database}`
