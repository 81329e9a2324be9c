import type { DataDirectory } from '../../config/data-directory.ts'
import type { ClickhouseServers } from '../../config/servers.ts'
import { checkPostgres } from '../../records/check-postgres.ts'
import type { RecordFacts } from '../../records/record-facts.ts'
import { askNodes, checkJournal } from '../../storage/clickhouse/check-journal.ts'
import { ClickhouseConnection } from '../../storage/clickhouse/connection.ts'
import { findPending } from '../../storage/clickhouse/migrate.ts'
import { refuseOlderFigures } from '../check-journal.ts'
import { refuseMismatch } from '../pair-stores.ts'
import { type StorePlaces, storePlaces } from '../store-places.ts'
import { checkFutureDates, checkOrphans } from './check-stores.ts'
import { type Finding, finding, ok, otherRelease } from './finding.ts'
import type { ListedUse } from './list-disk-use.ts'

/** The findings and facts about the records, on a server or in a file. */
export interface ExaminedRecords {
  readonly findings: readonly Finding[]
  /** Null when they could not be read. */
  readonly facts: RecordFacts | null
  /** Reads them again. */
  readonly readFacts: () => Promise<RecordFacts | null>
  /** On servers. */
  readonly diskUse: readonly ListedUse[]
}

/** Whether PostgreSQL answers, and has the tables of this release. */
export async function examinePostgres(url: string): Promise<ExaminedRecords> {
  const readFacts = async () => (await checkPostgres(url)).facts
  try {
    const { pending, facts, bytes } = await checkPostgres(url)
    const found =
      pending.length === 0
        ? ok('records', 'PostgreSQL answers, and its tables are of this release.')
        : otherRelease
    return {
      findings: [found],
      facts,
      readFacts,
      diskUse: [{ kind: 'records in PostgreSQL', bytes }],
    }
  } catch (error) {
    const { message } = error as Error
    const found = finding('records', 'error', message, checkAddress)
    return { findings: [found, withoutRecords], facts: null, readFacts, diskUse: [] }
  }
}

/** Whether ClickHouse answers, and its figures belong to the records. */
export async function examineClickhouse(
  directory: DataDirectory,
  servers: ClickhouseServers,
  records: ExaminedRecords,
  now: Date,
) {
  const connection = new ClickhouseConnection(servers)
  try {
    await askNodes(connection)
    const answers = ok('figures', 'Every node of ClickHouse answers.')
    const { facts, readFacts } = records
    if (!facts) return { findings: [answers], shares: [], diskUse: [] }
    const found = await compareJournal(connection, facts, readFacts, storePlaces(directory), now)
    return { findings: [answers, ...found.findings], shares: [], diskUse: found.diskUse }
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n')
    return { findings: [finding('figures', 'error', message, null)], shares: [], diskUse: [] }
  } finally {
    await connection.close()
  }
}

/** Compares the journal with its ledger. Both may be written meanwhile. */
async function compareJournal(
  connection: ClickhouseConnection,
  before: RecordFacts,
  readFacts: ExaminedRecords['readFacts'],
  places: StorePlaces,
  now: Date,
): Promise<{ readonly findings: readonly Finding[]; readonly diskUse: readonly ListedUse[] }> {
  const { identity, ledger } = before.installation
  if (identity !== '' && identity !== ledger) return { findings: [figuresInFile], diskUse: [] }
  const { lastEntry, hidden } = before.journal
  const pending = await findPending(connection, ledger, lastEntry > 0)
  if (pending.length > 0) return { findings: [otherTables], diskUse: [] }
  const { highestEntry, accounts, apps, tables } = await checkJournal(connection, hidden)
  // Entries that were committed before have rows, and entries that have rows are known after.
  const after = (await readFacts()) ?? before
  const findings = [
    ok('figures', 'The tables of ClickHouse are of this release.'),
    checkPairing(before, after, highestEntry, places),
    ...checkOrphans({ accounts, apps, lastEntry: after.journal.lastEntry }, after),
    checkFutureDates(after, after.journal.lastCommittedMs, now),
  ]
  return {
    findings,
    diskUse: tables.map(({ name, bytes }) => ({ kind: `ClickHouse: ${name}`, bytes })),
  }
}

function checkPairing(
  { journal: { lastWithRows } }: RecordFacts,
  { journal: { lastEntry, hidden } }: RecordFacts,
  highestEntry: number,
  places: StorePlaces,
): Finding {
  try {
    refuseOlderFigures(highestEntry, lastWithRows, places)
    if (highestEntry > Math.max(lastEntry, ...hidden)) refuseMismatch('older records', places)
    return ok('stores', 'The figures and the records belong together.')
  } catch (error) {
    return finding('stores', 'error', (error as Error).message, null)
  }
}

const checkAddress = 'Check that the server is running and that ADTALLY_DATABASE_URL is right'

const otherTables = finding(
  'figures',
  'note',
  'ClickHouse has no tables, or those of an earlier release, so what belongs to what was not checked.',
  'Start the server, which creates or upgrades them, or run: adtally upgrade',
)

const figuresInFile = finding(
  'stores',
  'error',
  'The figures of the records are in a file, not in ClickHouse.',
  'Unset ADTALLY_CLICKHOUSE_URL, or move them: adtally migrate-store',
)

const withoutRecords = finding(
  'stores',
  'unchecked',
  'What belongs to what was not checked, because the records could not be read.',
  'Run adtally doctor again once the records can be read',
)
