import type { App } from '../publishers/app.ts'
import type { ReportRequest } from '../reporting/report-request.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import { runReport, sumsAt } from '../reporting/run-report.ts'
import { type Day, formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import type { Services } from './services.ts'

/** The figures of a network. Amounts are decimals of the account's currency. */
export interface NetworkFigures {
  readonly network: string
  readonly days: number
  readonly slices: number
  readonly impressions: string
  readonly revenue: string
}

/** Figures that are to be deleted or moved, by network. */
export interface FiguresView {
  /** Null without figures. */
  readonly first_day: string | null
  readonly last_day: string | null
  readonly days: number
  readonly slices: number
  readonly impressions: string
  readonly revenue: string
  readonly networks: readonly NetworkFigures[]
}

export type FiguresFilter = Pick<ReportRequest, 'account' | 'apps' | 'days' | 'filters'>

/** Adds up current figures by network. */
export async function sumFigures(
  figures: ReportStore,
  filter: FiguresFilter,
  signal: AbortSignal,
): Promise<FiguresView> {
  await using rows = await runReport(
    {
      ...filter,
      dimensions: ['day', 'app', 'network'],
      sorted: false,
      totals: null,
      metrics: ['impressions', 'revenue'],
    },
    figures,
    signal,
  )
  const all = new Totals()
  const networks = new Map<string, Totals>()
  for await (const chunk of rows.chunks) {
    const { day, network } = chunk.dimensions
    for (let row = 0; row < chunk.rowCount; row++) {
      const name = network!.labels![network!.codes[row]!]!
      const ofNetwork = networks.get(name) ?? new Totals()
      networks.set(name, ofNetwork)
      const { impressions = 0, revenueMicros = 0 } = sumsAt(chunk, row)
      for (const totals of [all, ofNetwork]) {
        totals.add(day!.codes[row] as Day, BigInt(impressions), BigInt(revenueMicros))
      }
    }
  }
  return toView(all, networks)
}

/** Adds up all current figures of an account, or of one app, by network. */
export async function sumAllFigures(
  { figures, ledger }: Pick<Services, 'figures' | 'ledger'>,
  account: number,
  app: App | null,
  signal: AbortSignal,
): Promise<FiguresView> {
  const apps = app && [app.key]
  const days = await ledger.span({ account, apps })
  if (!days) return toView(new Totals(), new Map())
  return sumFigures(figures, { account, apps, days, filters: {} }, signal)
}

function toView(all: Totals, networks: ReadonlyMap<string, Totals>): FiguresView {
  return {
    ...all.span(),
    ...all.view(),
    networks: [...networks]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([network, totals]) => ({ network, ...totals.view() })),
  }
}

class Totals {
  readonly #days = new Set<Day>()
  #slices = 0
  #impressions = 0n
  #revenueMicros = 0n

  span() {
    const days = [...this.#days].sort((a, b) => a - b).map(formatDay)
    return { first_day: days[0] ?? null, last_day: days.at(-1) ?? null }
  }

  add(day: Day, impressions: bigint, revenueMicros: bigint): void {
    this.#days.add(day)
    this.#slices++
    this.#impressions += impressions
    this.#revenueMicros += revenueMicros
  }

  view() {
    return {
      days: this.#days.size,
      slices: this.#slices,
      impressions: this.#impressions.toString(),
      revenue: formatMicros(this.#revenueMicros),
    }
  }
}
