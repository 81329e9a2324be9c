import { existsSync } from 'node:fs'
import type { DataDirectory } from '../../config/data-directory.ts'
import { type RecordFacts, readRecordFacts } from '../../records/record-facts.ts'
import type { FigureShare } from '../../storage/duckdb/check-figures.ts'
import { diskUse } from '../disk-use.ts'
import { readFigures, readRecords } from './check-files.ts'
import { checkBackup, checkDisk, checkLeftovers, checkPermissions } from './check-places.ts'
import {
  checkChannels,
  checkCloses,
  checkDestinations,
  checkFutureDates,
  checkOrphans,
  checkPairing,
  checkPartners,
  checkSecret,
} from './check-stores.ts'
import { type ExaminedRecords, examineClickhouse, examinePostgres } from './examine-servers.ts'
import { type Finding, finding, ok, otherRelease } from './finding.ts'
import { type ListedUse, listDiskUse } from './list-disk-use.ts'

export interface Examination {
  readonly findings: readonly Finding[]
  readonly diskUse: readonly ListedUse[]
}

interface Conditions {
  /** Whether a server has the stores open: then the figures cannot be read. */
  readonly isServed: boolean
  readonly now: Date
}

/** Checks a data directory, its files and its servers. Nothing is changed. */
export async function examine(
  directory: DataDirectory,
  conditions: Conditions,
): Promise<Examination> {
  // With all stores on servers, nothing may have needed it yet.
  const hasDirectory = existsSync(directory.root)
  const places = hasDirectory
    ? [
        ...checkPermissions(directory),
        await checkDisk(directory),
        ...(await checkLeftovers(directory, conditions.isServed)),
      ]
    : [ok('disk', `${directory.root} does not exist yet.`)]
  const { databaseUrl, clickhouse } = directory.servers
  const hasFiles = hasDirectory && databaseUrl === null && !clickhouse
  const records =
    databaseUrl === null ? await examineFile(directory) : await examinePostgres(databaseUrl)
  const { facts } = records
  const figures = clickhouse
    ? await examineClickhouse(directory, clickhouse, records, conditions.now)
    : facts
      ? await examineFigures(directory, facts, conditions)
      : noFigures
  return {
    findings: [
      ...places,
      ...(hasFiles ? [await checkBackup(directory, conditions.now)] : []),
      ...(facts
        ? [
            ...checkSecret(directory, facts),
            ...checkCloses(facts),
            ...checkChannels(facts),
            ...checkDestinations(facts, conditions.now),
            ...checkPartners(facts),
          ]
        : []),
      ...records.findings,
      ...figures.findings,
    ],
    diskUse: [
      ...(hasDirectory ? listDiskUse((await diskUse(directory)).stored, figures.shares) : []),
      ...records.diskUse,
      ...figures.diskUse,
    ],
  }
}

async function examineFile({ relational: path }: DataDirectory): Promise<ExaminedRecords> {
  const readFacts = () => readRecordFacts(path)
  if (!existsSync(path)) {
    const missing = finding('records', 'error', `${path} is missing.`, restoreAdvice)
    return { findings: [missing], facts: null, readFacts, diskUse: [] }
  }
  const faults = readRecords(path)
  const findings =
    faults.length > 0
      ? faults.map((fault) => finding('records', 'error', fault, restoreAdvice))
      : [ok('records', 'All tables and indexes are whole. SQLite has no checksums.')]
  const facts = await readFacts()
  return {
    findings: facts ? findings : [...findings, otherRelease],
    facts,
    readFacts,
    diskUse: [],
  }
}

interface ExaminedFigures {
  readonly findings: readonly Finding[]
  /** Of the file; empty when it was not read. */
  readonly shares: readonly FigureShare[]
  /** On servers. */
  readonly diskUse: readonly ListedUse[]
}

const noFigures: ExaminedFigures = { findings: [], shares: [], diskUse: [] }

async function examineFigures(
  directory: DataDirectory,
  facts: RecordFacts,
  { isServed, now }: Conditions,
): Promise<ExaminedFigures> {
  const found = isServed ? null : await readFigures(directory.figures)
  if (!found || 'fault' in found) {
    const isInUse = !found || /conflicting lock|could not set lock/i.test(found.fault)
    const findings = isInUse
      ? unreadFigures
      : [finding('figures', 'error', found.fault, restoreAdvice)]
    return { findings: [...findings, checkFutureDates(facts, null, now)], shares: [], diskUse: [] }
  }
  const { figures } = found
  const findings = [
    ok('figures', 'Every block was read, and has its checksum.'),
    await checkPairing(directory, facts),
    ...checkOrphans(figures, facts),
    checkFutureDates(facts, figures.lastCommittedMs, now),
  ]
  return { findings, shares: figures.shares, diskUse: [] }
}

const restoreAdvice =
  'Keep the data directory as it is, and restore the last backup to another one: adtally restore DIR --data-dir NEW'

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
