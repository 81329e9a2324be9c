import { type Day, dayMs, formatDay } from '../../src/values/day.ts'
import { saidBy } from '../fake-networks/said-by.ts'
import type { Truth } from '../fake-networks/truth.ts'
import { mediation, type Name, networks } from './pulled-events.ts'
import { PulledFigures } from './pulled-figures.ts'
import type { WatchedConnection } from './watched-connection.ts'

/** After the end of a day. */
const readyHours = { 'applovin-max': 4, mintegral: 8, vungle: 8 } as const

/** The figures that an account has of a day once everything has settled. */
interface SettledDay {
  readonly counted: PulledFigures
  /** The rows of the mediation's secondary report. */
  readonly compared: readonly string[]
}

/**
 * The networks' figures, naively: a network that has a report of its own of a day, by whatever connection, counts by
 * it; every other one by the mediation's. The mediation's report is compared whole.
 */
export function settledDay(
  day: Day,
  nowMs: number,
  truth: Truth,
  connections: ReadonlyMap<Name, WatchedConnection>,
): SettledDay {
  const asks = (name: Name) =>
    connections.get(name)?.state === 'active' &&
    day * dayMs + dayMs + readyHours[name] * 3_600_000 <= nowMs
  const said = (name: Name) => (asks(name) ? truth.rows(name, day) : [])
  const text = formatDay(day)
  let counted = new PulledFigures()
  const stating: string[] = []
  for (const name of networks) {
    const { kept, keptDays, frozen, frozenDays } = connections.get(name) ?? {}
    const rows = said(name)
    if (rows.length > 0 || keptDays?.has(text) || frozenDays?.has(text)) stating.push(name)
    const left = [frozen, kept].map((figures) => figures?.of(text, name) ?? new PulledFigures())
    counted = PulledFigures.ofTruth(rows).or(left[0]!).or(left[1]!).or(counted)
  }
  if (!asks(mediation)) return { counted, compared: [] }
  const rows = truth.mediationRows(day).filter(({ network }) => !stating.includes(network))
  return {
    counted: PulledFigures.ofTruth(rows).or(counted),
    compared: saidBy(truth, 'mediation', day),
  }
}
