import { existsSync } from 'node:fs'
import type { DataDirectory } from '../../config/data-directory.ts'
import type { FigureShare } from '../../storage/duckdb/check-figures.ts'
import { type RecordFacts, readRecordFacts } from '../../storage/relational/record-facts.ts'
import { readFigures, readRecords } from './check-files.ts'
import { checkDisk, checkLeftovers, checkPermissions } from './check-places.ts'
import { checkClock, checkOrphans, checkPairing, checkSecretFile } from './check-stores.ts'
import { type DiskUse, diskUse } from './disk-use.ts'
import { type Finding, finding, ok } from './finding.ts'

export interface Examination {
  readonly findings: readonly Finding[]
  readonly diskUse: readonly DiskUse[]
}

interface Conditions {
  /** Whether a server has the stores open: then the figures cannot be read. */
  readonly isServed: boolean
  readonly now: Date
}

/** Checks a data directory and its files. Nothing is changed. */
export async function examine(
  directory: DataDirectory,
  conditions: Conditions,
): Promise<Examination> {
  const { clickhouse, databaseUrl } = directory.servers
  const places = [
    ...checkPermissions(directory),
    await checkDisk(directory),
    ...checkLeftovers(directory, conditions.isServed),
  ]
  const isEmbedded = !clickhouse && databaseUrl === null
  const stores = isEmbedded ? await examineStores(directory, conditions) : onServers
  return {
    findings: [...places, ...stores.findings],
    diskUse: diskUse(directory, stores.shares),
  }
}

interface ExaminedStores {
  readonly findings: readonly Finding[]
  /** Empty when the figures were not read. */
  readonly shares: readonly FigureShare[]
}

async function examineStores(
  directory: DataDirectory,
  conditions: Conditions,
): Promise<ExaminedStores> {
  const { relational: path } = directory
  if (!existsSync(path)) {
    const missing = finding('records', 'error', `${path} is missing.`, restoreAdvice)
    return { findings: [missing], shares: [] }
  }
  const faults = readRecords(path)
  const records =
    faults.length > 0
      ? faults.map((fault) => finding('records', 'error', fault, restoreAdvice))
      : [ok('records', 'All tables and indexes are whole. SQLite has no checksums.')]
  const facts = readRecordFacts(path)
  if (!facts) return { findings: [...records, otherRelease], shares: [] }
  const figures = await examineFigures(directory, facts, conditions)
  const findings = [checkSecretFile(directory, facts), ...records, ...figures.findings]
  return { findings, shares: figures.shares }
}

async function examineFigures(
  directory: DataDirectory,
  facts: RecordFacts,
  { isServed, now }: Conditions,
): Promise<ExaminedStores> {
  const found = isServed ? null : await readFigures(directory.figures)
  if (!found || 'fault' in found) {
    const isInUse = !found || /conflicting lock|could not set lock/i.test(found.fault)
    const findings = isInUse
      ? unreadFigures
      : [finding('figures', 'error', found.fault, restoreAdvice)]
    return { findings: [...findings, checkClock(facts, null, now)], shares: [] }
  }
  const { figures } = found
  const findings = [
    ok('figures', 'Every block was read, and has its checksum.'),
    await checkPairing(directory, facts),
    ...checkOrphans(figures, facts),
    checkClock(facts, figures.lastCommittedMs, now),
  ]
  return { findings, shares: figures.shares }
}

const restoreAdvice =
  'Keep the data directory as it is, and restore the last backup to another one: adtally restore DIR --data-dir NEW'

const otherRelease = finding(
  'records',
  'note',
  'The records are of another release, so the secret and what belongs to what were not checked.',
  'Start Adtally once, which upgrades them: adtally accounts list',
)

const whileServing = 'A server is running, and only one process can open figures.duckdb.'

const unreadFigures: readonly Finding[] = [
  finding(
    'figures',
    'unchecked',
    `The checksums of figures.duckdb were not checked. ${whileServing}`,
    'Check a copy: adtally backup DIR && adtally restore DIR --dry-run. Or stop the server and run adtally doctor again',
  ),
  finding(
    'orphans',
    'unchecked',
    `Whether all figures have an account and an app was not checked. ${whileServing}`,
    'Stop the server and run adtally doctor again',
  ),
]

const onServers: ExaminedStores = {
  findings: [
    finding(
      'stores',
      'unchecked',
      'The data is on ClickHouse or PostgreSQL, and was not checked.',
      'Adtally checks at each start that both and the secret belong together: adtally accounts list. Check ClickHouse with CHECK TABLE, and PostgreSQL with pg_amcheck',
    ),
  ],
  shares: [],
}
