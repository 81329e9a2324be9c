import { Type } from 'typebox'
import type {
  EntryKind,
  LedgerEntry,
  LedgerEntryWithChanges,
  OtherTotals,
} from '../ledger/figure-ledger.ts'
import type { Account } from '../publishers/account.ts'
import { sources } from '../sources/all-sources.ts'
import { formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { formatInstant } from '../values/instant.ts'
import { entryId, oneOf, username, wholeNumber } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'

/** A ledger entry. Amounts are decimals of the account's currency. */
export interface ImportView {
  readonly id: number
  readonly kind: EntryKind
  readonly committed_at: string
  readonly undoes: number | null
  readonly undone_by: number | null
  /** Only deletions and merges have one. */
  readonly subject?: SubjectView
  readonly source: string
  readonly day_zone: string
  readonly report: string | null
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
  readonly rows: number
  readonly slices: number
  readonly first_day: string | null
  readonly last_day: string | null
  readonly changes: readonly {
    readonly account: string
    readonly currency: string
    readonly impressions: string
    readonly revenue: string
    /** By column, of other kinds of fact; absent where none changed. */
    readonly totals?: Readonly<Record<string, string>>
  }[]
}

/** The apps and the network that a deletion or a merge was about; null for all. */
export interface SubjectView {
  /** The app_id of the app. */
  readonly app: string | null
  /** The app_id of the app that it was merged into; null for a deletion. */
  readonly into: string | null
  readonly network: string | null
  /** Whether the app itself was deleted. */
  readonly whole_app: boolean
}

/** The member `subject` of a deletion or a merge; none of other entries. */
export const subjectOf = ({
  kind,
  subject,
}: Pick<LedgerEntry, 'kind' | 'subject'>): { readonly subject?: SubjectView } =>
  subject === null || kind === 'import'
    ? {}
    : {
        subject: {
          app: subject.app ?? null,
          into: subject.into ?? null,
          network: subject.network ?? null,
          whole_app: subject.wholeApp === true,
        },
      }

/** The member `totals` of an entry that changed other facts than ad figures; none of other entries. */
export const totalsOf = (
  totals: OtherTotals,
): { readonly totals?: Readonly<Record<string, string>> } => {
  const grown = Object.entries(totals).map(([column, total]) => [column, total.toString()])
  return grown.length === 0 ? {} : { totals: Object.fromEntries(grown) }
}

export const listFields = {
  /** Only entries that changed figures of this account; of all accounts when absent. */
  account: Type.Optional(username),
  /** Only imports of this source; all entries when absent. */
  source: Type.Optional(oneOf(['adtally', ...sources.keys()])),
  /** Only entries with a smaller id; all when absent. */
  before: Type.Optional(entryId),
  limit: wholeNumber(1, 10_000),
}

/** Imports, undos, deletions and merges of all accounts, newest first. */
export const listImports = useCase({
  name: 'list-imports',
  request: listFields,
  audit: readsOnly,
  run: async ({ accounts, ledger }, { account, source, before = null, limit }) => {
    const owners = new Map((await accounts.list()).map((owner) => [owner.id, owner]))
    const changed = account === undefined ? null : (await accounts.get(account)).id
    const isListed = (entry: LedgerEntryWithChanges) =>
      (source === undefined || (entry.kind === 'import' && entry.source === source)) &&
      (changed === null || entry.changes.some(({ accountId }) => accountId === changed))
    const isFiltered = account !== undefined || source !== undefined
    const perRead = isFiltered ? entriesPerRead : limit
    const listed: LedgerEntryWithChanges[] = []
    for (let from = before; ; ) {
      const read = await ledger.entries(from, perRead)
      listed.push(...read.filter(isListed))
      if (read.length < perRead || listed.length >= limit) break
      from = read.at(-1)!.id
    }
    return listed.slice(0, limit).map((entry) => toView(entry, owners))
  },
})

/** Entries of a filtered list that are read at once. */
const entriesPerRead = 500

function toView(entry: LedgerEntryWithChanges, owners: ReadonlyMap<number, Account>): ImportView {
  return {
    id: entry.id,
    kind: entry.kind,
    committed_at: formatInstant(entry.committedAtMs),
    undoes: entry.undoes,
    undone_by: entry.undoneBy,
    ...subjectOf(entry),
    source: entry.source,
    day_zone: entry.dayZone,
    report: entry.report,
    files: entry.files.map((name, index) => ({ name, sha256: entry.hashes[index] ?? '' })),
    rows: entry.rowCount,
    slices: entry.sliceCount,
    first_day: entry.firstDay === null ? null : formatDay(entry.firstDay),
    last_day: entry.lastDay === null ? null : formatDay(entry.lastDay),
    changes: entry.changes.map(({ accountId, impressions, revenueMicros, otherTotals }) => ({
      account: owners.get(accountId)?.username ?? '?',
      currency: owners.get(accountId)?.currency ?? '?',
      impressions: impressions.toString(),
      revenue: formatMicros(revenueMicros),
      ...totalsOf(otherTotals),
    })),
  }
}
