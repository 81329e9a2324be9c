import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../records/tables/tables.ts'
import { isMissing } from '../../storage/clickhouse/clickhouse-failure.ts'
import type { ClickhouseConnection } from '../../storage/clickhouse/connection.ts'
import { ensureSchema } from '../../storage/clickhouse/migrate.ts'
import { entryColumns } from '../../storage/clickhouse/schema.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { copiedTables } from './copied-tables.ts'

/** The stores that an installation is copied to. */
export interface MoveTarget {
  readonly clickhouse: ClickhouseConnection
  /** On the connection that has the writer lock. */
  readonly relational: Kysely<Tables>
}

export interface MoveSource {
  /** The identity of its figures, which no other installation has. */
  readonly identity: string
  readonly relational: Kysely<Tables>
}

/**
 * Gives empty stores the identity of the source, so that a later run recognises them.
 *
 * @throws UnusableStoreError when they contain data of another source; nothing is changed
 */
export async function claimTarget(source: MoveSource, target: MoveTarget): Promise<void> {
  const { clickhouse, relational } = target
  const own = (await relational.selectFrom('figureState').selectAll().executeTakeFirstOrThrow())
    .identity
  const isClaimed = own === source.identity
  if (!isClaimed) await refuseRecords(relational)
  const journal = await journalOf(clickhouse)
  const isForeign = journal.ledger !== null && ![own, source.identity].includes(journal.ledger)
  if (isForeign || (!isClaimed && journal.hasRows)) {
    throw new UnusableStoreError(
      `The ClickHouse database ${clickhouse.options.database} contains the figures of another installation. Choose a database that does not exist yet.`,
    )
  }
  if (journal.ledger !== source.identity && journal.ledger !== null) {
    // A server was started on the empty stores, but nothing was written.
    await clickhouse.commandEverywhere('TRUNCATE TABLE adtally_schema')
  }
  await ensureSchema(clickhouse, source.identity)
  const catalogue = await source.relational
    .selectFrom('catalogueState')
    .selectAll()
    .executeTakeFirstOrThrow()
  // The secret comes along, and cursors go on.
  const { identity, secretCheck, generation } = await source.relational
    .selectFrom('installation')
    .selectAll()
    .executeTakeFirstOrThrow()
  await relational.transaction().execute(async (transaction) => {
    await transaction.updateTable('figureState').set({ identity: source.identity }).execute()
    await transaction
      .updateTable('installation')
      .set({ identity, secretCheck, generation })
      .execute()
    const update = transaction.updateTable('catalogueState').set(catalogue)
    await (isClaimed ? update.where('version', '<', catalogue.version) : update).execute()
  })
}

async function refuseRecords(relational: Kysely<Tables>): Promise<void> {
  const labels = ['figure_labels', 'account_labels'] as const
  const ledger = [
    'figure_entries',
    ...labels,
    'figure_books',
    'touched_accounts',
    'unfinished_entries',
  ] as const
  for (const table of [...copiedTables.map(([name]) => name), ...ledger]) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(relational)
    if (rows.length > 0) {
      throw new UnusableStoreError(
        `The PostgreSQL database contains another installation (its table ${table} has rows). Choose an empty database.`,
      )
    }
  }
}

/** Reads whose journal the ClickHouse database contains. It may not exist yet. */
async function journalOf(
  clickhouse: ClickhouseConnection,
): Promise<{ readonly ledger: string | null; readonly hasRows: boolean }> {
  try {
    const [row] = await clickhouse.rows('SELECT ledger FROM adtally_schema LIMIT 1')
    const counts = Object.keys(entryColumns).map((table) => `(SELECT count() FROM ${table})`)
    const [total] = await clickhouse.rows(`SELECT ${counts.join(' + ')}`)
    return { ledger: row ? String(row[0]) : null, hasRows: Number(total![0]) > 0 }
  } catch (error) {
    if (!isMissing(error)) throw error
    return { ledger: null, hasRows: false }
  }
}
