import { figuresOf, type Principal } from '../../publishers/principal.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import { runReport } from '../../reporting/run-report.ts'
import type { ReportSources } from './report-sources.ts'

/** The filters whose values are in the figures. */
const stored = {
  network: 'network',
  ad_format: 'format',
  country: 'country',
  ad_tag: 'adTag',
} as const satisfies Record<string, Dimension>

export type SeenKind = keyof typeof stored

export const seenKinds = Object.keys(stored) as SeenKind[]

/**
 * Finds the values that the figures of a principal's apps have, on any day of a state.
 *
 * @param entry the last ledger entry of the state
 * @returns each kind's values in UTF-8 byte order
 */
export async function findSeenValues(
  { figures, ledger }: Pick<ReportSources, 'figures' | 'ledger'>,
  principal: Principal,
  kinds: readonly SeenKind[],
  entry: number,
  signal: AbortSignal,
): Promise<Readonly<Partial<Record<SeenKind, readonly string[]>>>> {
  const scope = figuresOf(principal)
  const days = await ledger.span(scope)
  const seen: Partial<Record<SeenKind, readonly string[]>> = {}
  for (const kind of kinds) {
    const dimension = stored[kind]
    const values = new Set<string>()
    seen[kind] = []
    if (!days) continue
    await using rows = await runReport(
      {
        ...{ ...scope, days, entry, filters: {}, totals: null },
        ...{ dimensions: [dimension], metrics: ['impressions'], sorted: true },
      },
      figures,
      signal,
    )
    for await (const { rowCount, dimensions } of rows.chunks) {
      const { codes, labels } = dimensions[dimension]!
      for (let row = 0; row < rowCount; row++) values.add(labels![codes[row]!]!)
    }
    seen[kind] = [...values]
  }
  return seen
}
