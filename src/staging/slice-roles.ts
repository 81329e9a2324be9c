import type { LedgerEntry } from '../ledger/figure-ledger.ts'
import type { NetworkSource } from '../sources/source.ts'
import type { NewImport } from './slice-store.ts'

/** The role of a ledger entry's figures, for the rule that counts each revenue once. */
export interface SliceRole {
  /** The network that states its own figures with it; null for none. */
  readonly ownNetwork: string | null
  /**
   * How figures of all other networks are booked; null where no rule concerns them. `before` is for rows of
   * mediations that have no secondary report, because they were imported before there was one.
   */
  readonly booking: 'auto' | 'add' | 'before' | null
  /** The secondary report that has, or would have, all its rows. */
  readonly report: string | null
}

/** The facts of an entry that its role follows from. */
export type RoleFacts = Pick<LedgerEntry, 'kind' | 'source' | 'report' | 'subject'>

/** The name of the secondary report of a source or a connector. */
export const reportNameOf = (name: string): string => name.replaceAll('-', '_')

/** The facts of an entry that is about to be written. */
export const factsOf = ({ revision, source, report, mediation }: NewImport): RoleFacts => ({
  kind: revision?.kind ?? 'import',
  source,
  report,
  subject: revision || mediation ? { ...revision?.subject, ...mediation } : null,
})

/** How an entry booked the rows of a mediation; none of other entries. */
export function mediationOf({ subject }: Pick<RoleFacts, 'subject'>): Pick<NewImport, 'mediation'> {
  const { booking, report } = subject ?? {}
  if (!booking) return {}
  return { mediation: booking === 'counted' ? { booking } : { booking, report: report! } }
}

/** The secondary report that has the rows of an import; null for none. */
export const reportOf = ({ report, mediation }: NewImport): string | null =>
  mediation && 'report' in mediation ? mediation.report : report

/** Whether an import's rows are those of a mediation, which are all in its secondary report. */
export const isMediation = ({ mediation }: NewImport): boolean =>
  mediation !== undefined && 'report' in mediation

/** Whether an entry may change which rows of mediations count. Counted imports of Adtally's own format do not. */
export const isBooked = ({ revision, source, report }: NewImport): boolean =>
  revision !== undefined || source !== 'adtally' || report !== null

/** @param sources all known sources */
export function roleOf(
  { kind, source: name, report, subject }: RoleFacts,
  sources: ReadonlyMap<string, NetworkSource>,
): SliceRole {
  const source = sources.get(name)
  const isStating = kind === 'import' || kind === 'revaluation'
  if (!isStating || report !== null || !source) return noRole
  const { booking, report: ofMediation } = subject ?? {}
  if (booking === 'counted') return noRole
  if (booking) return { ownNetwork: null, booking, report: ofMediation! }
  return {
    ownNetwork: source.mediates ? null : source.network,
    booking: 'before',
    report: reportNameOf(name),
  }
}

const noRole: SliceRole = { ownNetwork: null, booking: null, report: null }
