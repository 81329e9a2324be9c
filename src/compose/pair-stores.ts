import { randomUUID } from 'node:crypto'
import type { InstallationRecord, InstallationRecords } from '../records/installation-records.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import type { StorePlaces } from './store-places.ts'

/** The record that figures have of the relational store that they were last used with. */
export interface FigurePairing {
  /** When stores were last restored, in seconds since 1970; 0 for never. */
  readonly generation: number
  readonly turn: number
  readonly token: string
}

/** Figures that can tell which copy of the relational store they belong to. */
export interface PairedFigures {
  readonly identity: string
  readonly pairing: FigurePairing
  pair(pairing: FigurePairing): Promise<void>
}

/** Which of two stores is not the one that the other was used with last. */
export type Mismatch = 'older records' | 'older figures' | 'apart' | 'foreign' | 'elsewhere'

/**
 * Compares what the stores record of each other. A crash between their writes is no mismatch: the
 * token that the figures were about to get counts as theirs.
 *
 * @returns null when they belong together, or were never paired
 */
export function compareStores(
  record: InstallationRecord,
  identity: string,
  pairing: FigurePairing,
): Mismatch | null {
  if (record.identity === '' && pairing.turn === 0) return null
  if (record.identity === '') return record.hasAccounts ? 'older records' : 'foreign'
  if (record.identity !== identity)
    return record.identity === record.ledger ? 'elsewhere' : 'foreign'
  const isNext = record.nextToken !== '' && pairing.token === record.nextToken
  if (isNext || pairing.token === record.token) return null
  const isOlder = (a: FigurePairing, b: FigurePairing) =>
    a.generation < b.generation || (a.generation === b.generation && a.turn < b.turn)
  if (isOlder(pairing, record)) return 'older figures'
  return isOlder(record, pairing) ? 'older records' : 'apart'
}

/** @throws UnusableStoreError unless there is no mismatch */
export function refuseMismatch(mismatch: Mismatch | null, places: StorePlaces): void {
  if (mismatch === null) return
  const { figures, records } = places
  const accept = `Restore both from one backup, or accept this with \`adtally accept-restore\``
  const why: Readonly<Record<Mismatch, string>> = {
    'older records': `${records} is older than ${figures}. ${accept}`,
    'older figures': `${figures} is older than ${records}. ${accept}`,
    apart: `${figures} and ${records} were copied at different times. ${accept}`,
    foreign: `${figures} and ${records} belong to different installations. Restore both from one backup`,
    elsewhere: `The figures of ${records} are in ClickHouse. Set ADTALLY_CLICKHOUSE_URL`,
  }
  throw new UnusableStoreError(`${why[mismatch]}; see docs/backups.md.`)
}

/**
 * Gives both stores a new random token, so that an earlier copy of either is found out. The order of
 * the writes lets {@link compareStores} recognise a crash between any two of them.
 */
export async function renewPairing(
  records: InstallationRecords,
  figures: PairedFigures,
  { generation, secretCheck }: { readonly generation: number; readonly secretCheck: string },
): Promise<void> {
  const { turn, token } = figures.pairing
  const next = { turn: turn + 1, token: randomUUID() }
  await records.write({
    identity: figures.identity,
    secretCheck,
    generation,
    turn,
    token,
    nextToken: next.token,
  })
  await figures.pair({ generation, ...next })
  await records.write({ ...next, nextToken: '' })
}
