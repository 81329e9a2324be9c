import type { FigureLedger, FigureScope } from '../../ledger/figure-ledger.ts'
import { sources } from '../../sources/all-sources.ts'
import type { Day } from '../../values/day.ts'

/** Entries and networks of a day; it rarely has more than a few. */
const maxChanges = 2_000

/** The networks whose figures of a day came with a mediation's report, by the last entry that changed them. */
export async function mediatedNetworks(
  ledger: FigureLedger,
  scope: FigureScope,
  day: Day,
): Promise<ReadonlySet<string>> {
  const days = { firstDay: day, lastDay: day }
  const changes = await ledger.networkDayChanges(scope, days, maxChanges)
  const last = new Map(changes.map(({ network, entry }) => [network, entry.id]))
  const entries = await ledger.byIds([...new Set(last.values())])
  const mediating = new Set(
    entries
      .filter(({ source, subject }) => subject?.booking || sources.get(source)?.mediates)
      .map(({ id }) => id),
  )
  return new Set([...last].filter(([, id]) => mediating.has(id)).map(([network]) => network))
}
