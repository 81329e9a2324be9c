import { Gauge, type Registry } from 'prom-client'
import type { FigureLedger } from '../ledger/figure-ledger.ts'
import type { FigureStates } from '../reporting/report-store.ts'
import { addDays, type Day } from '../values/day.ts'
import type { MetricsPart } from './read-part.ts'

/** Networks without a day in this time have no series. */
const shownDays = 62
/** An account is behind when its newest day is older. Networks report a day one to two days later. */
const behindDays = 3
/** Files of Adtally's own format may name any network. */
const maxNetworks = 200

export interface FigureSources {
  readonly ledger: Pick<FigureLedger, 'newestDays'>
  readonly figures: { readonly states: Pick<FigureStates, 'asOf'> }
  /** The current UTC day. */
  readonly today: () => Day
}

/** How fresh the figures are, by network. */
export function figuresPart(
  registry: Registry,
  { ledger, figures, today }: FigureSources,
): MetricsPart {
  const registers = [registry]
  const age = new Gauge({
    name: 'adtally_network_newest_day_age_days',
    help: 'Days from the newest day that any account has figures of, to today (UTC).',
    labelNames: ['network'],
    registers,
  })
  const behind = new Gauge({
    name: 'adtally_network_accounts_behind',
    help: `Accounts whose newest day of the network is older than ${behindDays} days.`,
    labelNames: ['network'],
    registers,
  })
  const lastEntry = new Gauge({
    name: 'adtally_last_ledger_entry_timestamp_seconds',
    help: 'When any process last committed an import, undo, deletion or merge.',
    labelNames: [],
    registers,
  })
  const gauges = [age, behind, lastEntry]
  const forget = () => {
    for (const gauge of gauges) gauge.reset()
    // Without labels, a gauge that is reset would be 0.
    lastEntry.remove()
  }
  forget()
  const read = async () => {
    const now = today()
    // Days after tomorrow are mistaken.
    const days = { firstDay: addDays(now, -shownDays), lastDay: addDays(now, 1) }
    const newest = await ledger.newestDays(days)
    const { committedAtMs } = await figures.states.asOf(null)
    forget()
    if (committedAtMs !== null) lastEntry.set(committedAtMs / 1_000)
    const networks = [...Map.groupBy(newest, ({ network }) => network)].sort()
    for (const [network, found] of networks.slice(0, maxNetworks)) {
      const ages = found.map(({ day }) => Math.max(0, now - day))
      age.set({ network }, Math.min(...ages))
      behind.set({ network }, ages.filter((one) => one > behindDays).length)
    }
  }
  return { name: 'figures', read, forget }
}
