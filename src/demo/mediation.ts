import { addDays, type Day, parseDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { demoApps } from './apps.ts'
import { mediatedNetworks } from './markets.ts'
import { between, mix } from './noise.ts'
import { type DemoStatsOptions, demoStats } from './stats.ts'

/** The name of the secondary report. */
export const mediationReport = 'mediation'

/** Its report is of so many days; MAX keeps as many. */
export const mediatedDays = 45

const mediated = [...mediatedNetworks]

/** Estimates this network's prices; it knows those of the others. */
const estimated = 'admob'

/** Euros that it takes for dollars, of this network in the third app. */
const inEuros = { network: 'facebook', dollars: 0.92 }

/** Every ninth day, it lacks this network in the first app. */
const lacking = { network: 'ironsource', everyDays: 9 }

/**
 * A mediation's report of the networks' last {@link mediatedDays} days, in Adtally's own format. Its amounts differ
 * for the usual reasons.
 *
 * @returns lines; only the header when `lastDay` is before `firstDay`
 */
export function* mediationStats(options: DemoStatsOptions): Generator<string> {
  const firstDay = Math.max(options.firstDay, addDays(options.lastDay, 1 - mediatedDays)) as Day
  const apps = demoApps(options.seed, options.appCount).map(({ appId }) => appId)
  let isHeader = true
  for (const chunk of demoStats({ ...options, firstDay })) {
    for (const line of chunk.split('\n')) {
      const cells = line.split(',')
      if (isHeader) yield `${line}\n`
      else if (isKnown(cells, apps)) yield `${withAmount(cells, options.seed, apps)}\n`
      isHeader = false
    }
  }
}

function isKnown([date, app, network]: readonly string[], apps: readonly string[]): boolean {
  if (!network || !mediated.includes(network)) return false
  const isLacking = app === apps[0] && network === lacking.network
  return !isLacking || parseDay(date!)! % lacking.everyDays !== 0
}

function withAmount(cells: readonly string[], seed: number, apps: readonly string[]): string {
  const [date, app, network] = cells as [string, string, string]
  const hash = mix(
    mix(mix(mix(seed, 9), parseDay(date)!), apps.indexOf(app)),
    mediated.indexOf(network),
  )
  const factor =
    app === apps[2] && network === inEuros.network
      ? inEuros.dollars
      : network === estimated
        ? between(0.985, 1.03, hash)
        : between(0.997, 1.003, hash)
  const micros = Math.round(Number(cells[6]) * 1_000_000 * factor)
  return cells.with(6, formatMicros(micros)).join(',')
}
