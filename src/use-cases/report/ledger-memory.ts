import type {
  AccountEntry,
  FigureLedger,
  FigureScope,
  SeenValues,
} from '../../ledger/figure-ledger.ts'
import type { MemoryBudget } from '../../limits/memory-budget.ts'
import type { FiguresAt, ReportStore } from '../../reporting/report-store.ts'

interface Sources {
  readonly ledger: FigureLedger
  readonly figures: ReportStore
  readonly ledgerMemory: MemoryBudget
}

/**
 * The last entry of a state that changed what a scope has; null when there is none. Remembered: the entries
 * of a state are always the same.
 */
export async function lastEntryOf(
  { ledger, ledgerMemory }: Sources,
  scope: FigureScope,
  { generation, entry }: FiguresAt,
): Promise<AccountEntry | null> {
  const shelf = ledgerMemory.shelf<{ readonly last: AccountEntry | null }>('last entry')
  const key = `${generation} ${entry} ${textOf(scope)}`
  const kept = shelf.get(key)
  if (kept) return kept.last
  const [last = null] = await ledger.entriesOf(scope, entry + 1, 1)
  shelf.set(key, { last }, bytesOf(last))
  return last
}

/** The names that figures of a scope have now. Remembered until an entry touches the account. */
export async function seenValues(
  { ledger, figures, ledgerMemory }: Sources,
  scope: FigureScope,
): Promise<SeenValues> {
  const shelf = ledgerMemory.shelf<SeenValues>('seen values')
  const keyNow = async () => {
    const { generation, entry } = await figures.states.of(scope.account)
    return `${generation} ${entry} ${textOf(scope)}`
  }
  const key = await keyNow()
  const kept = shelf.get(key)
  if (kept) return kept
  const seen = await ledger.seenValues(scope)
  if ((await keyNow()) === key) shelf.set(key, seen, bytesOf(seen))
  return seen
}

const textOf = ({ account, apps }: FigureScope): string => `${account}:${apps?.join(',') ?? 'all'}`

/** About what a value takes in memory. */
const bytesOf = (value: object | null): number =>
  200 + 4 * JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one)).length
