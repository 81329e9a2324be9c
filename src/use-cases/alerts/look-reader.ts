import { LRUCache } from 'lru-cache'
import { type FiguresOfTime, type Looked, type NetworkDay, weeksBack } from '../../alerts/looked.ts'
import { type Amounts, noAmounts, plus } from '../../insight/amounts.ts'
import type { MonthForecast } from '../../insight/forecast.ts'
import type { Principal } from '../../publishers/principal.ts'
import { ReportError } from '../../reporting/report-error.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import { addDays, type Day, type DaySpan, dayMs, dayOf } from '../../values/day.ts'
import { forecastMonths } from '../insight/forecast-month.ts'
import {
  amountMetrics,
  type DatedScope,
  type InsightScope,
  type InsightSources,
  readAmountRows,
} from '../insight/read-figures.ts'

/** Restatements of older days are not looked for. */
const allDays = 37
const subjectDays = 3
/** Times whose states are remembered. */
const maxTimes = 5_000

type Sources = Pick<InsightSources, 'figures'>

/** The figures that a rule is about. */
export interface RuleScope {
  readonly principal: Principal
  /** Keys of the apps; null for all. */
  readonly apps: readonly number[] | null
  readonly networks: readonly string[] | null
  readonly countries: readonly string[] | null
  /** Keys of the account's merged apps, whose figures count for the apps that they are by now; null for deleted ones. */
  readonly endedApps: readonly (readonly [number, number | null])[]
}

/** What the rules that share a reader need. */
export interface Needs extends RuleScope {
  /** What the figures are split by, beside networks. */
  readonly splits: readonly ('app' | 'country')[]
  /** Whether months are forecast too. */
  readonly hasForecasts: boolean
}

/** Reads what looks see. Each state of the figures is read once, however many looks see it. */
export class LookReader {
  readonly #sources: Sources
  readonly #needs: Needs
  readonly #endedApps: ReadonlyMap<number, number | null>
  readonly #states = new Map<number, Promise<FiguresAt | null>>()
  readonly #figures: LRUCache<string, FiguresOfTime>
  #lastForecasts: { readonly key: string; readonly forecasts: readonly MonthForecast[] } | null =
    null

  /** @param maxCells how many figures are kept for later looks */
  constructor(sources: Sources, needs: Needs, maxCells: number) {
    this.#sources = sources
    this.#needs = needs
    this.#endedApps = new Map(needs.endedApps)
    this.#figures = new LRUCache({ maxSize: maxCells, sizeCalculation: cellsOf })
  }

  get scope(): RuleScope {
    return this.#needs
  }

  /** @throws ReportError when a sum does not fit 64 bits */
  async at(atMs: number, signal: AbortSignal): Promise<Looked | null> {
    const now = await this.#read(atMs, signal)
    if (now === null) return null
    const weeks: (FiguresOfTime | null)[] = []
    const weeksDayBefore: (FiguresOfTime | null)[] = []
    for (let week = 1; week <= weeksBack; week++) {
      const weekMs = atMs - week * 7 * dayMs
      weeks.push(await this.#read(weekMs, signal))
      weeksDayBefore.push(await this.#read(weekMs - dayMs, signal))
    }
    const dayBefore = await this.#read(atMs - dayMs, signal)
    const forecasts = this.#needs.hasForecasts ? await this.#forecastAt(atMs, signal) : []
    return { atMs, today: dayOf(atMs), now, weeks, dayBefore, weeksDayBefore, forecasts }
  }

  /** The state at a time; null where it is not stored any more. */
  stateAt(atMs: number): Promise<FiguresAt | null> {
    const known = this.#states.get(atMs)
    if (known) return known
    const found = this.#sources.figures.states.asOf(atMs).catch((error: unknown) => {
      if (error instanceof ReportError && error.code === 'history_compacted') return null
      throw error
    })
    const [oldest] = this.#states.keys()
    if (this.#states.size >= maxTimes && oldest !== undefined) this.#states.delete(oldest)
    this.#states.set(atMs, found)
    return found
  }

  async #read(atMs: number, signal: AbortSignal): Promise<FiguresOfTime | null> {
    const state = await this.stateAt(atMs)
    if (state === null) return null
    const today = dayOf(atMs)
    const key = `${state.entry} ${today}`
    const known = this.#figures.get(key)
    if (known) return known
    const found = await this.#readState(state, today, signal)
    this.#figures.set(key, found)
    return found
  }

  /** Looks come one after another, so that only the last forecasts are kept. */
  async #forecastAt(atMs: number, signal: AbortSignal): Promise<readonly MonthForecast[]> {
    const state = await this.stateAt(atMs)
    if (state === null) return []
    const today = dayOf(atMs)
    const key = `${state.entry} ${today}`
    if (this.#lastForecasts?.key !== key) {
      const scope = { ...this.#scope(), state }
      const forecasts = await forecastMonths(this.#sources, scope, today, signal)
      this.#lastForecasts = { key, forecasts }
    }
    return this.#lastForecasts.forecasts
  }

  /** What the rules look at. */
  #scope(): InsightScope {
    const { principal, apps, networks, countries } = this.#needs
    return {
      principal,
      apps,
      filters: { ...(networks && { networks }), ...(countries && { countries }) },
    }
  }

  async #readState(state: FiguresAt, today: Day, signal: AbortSignal): Promise<FiguresOfTime> {
    const { principal, apps, networks, countries, splits } = this.#needs
    const days = { firstDay: addDays(today, -allDays), lastDay: addDays(today, -1) }
    const lastDays = { ...days, firstDay: addDays(today, -subjectDays) }
    const ofNetworks = networks ? { networks } : {}
    const every: DatedScope = { principal, apps: null, filters: ofNetworks, state }
    const found = new Map<string, Map<Day, MutableDay>>()
    const isPart = apps !== null || countries !== null
    // A network has reported a day if it reported any app and country, whichever are looked at.
    await this.#add(every, [], days, signal, (network, day, amounts) => {
      const own = found.get(network) ?? new Map<Day, MutableDay>()
      found.set(network, own)
      own.set(day, { all: isPart ? noAmounts : amounts, apps: new Map(), countries: new Map() })
    })
    const part: DatedScope = { ...this.#scope(), state }
    if (isPart) {
      await this.#add(part, [], days, signal, (network, day, amounts) => {
        const own = found.get(network)?.get(day)
        if (own) own.all = amounts
      })
    }
    for (const split of splits) {
      await this.#add(part, [split], lastDays, signal, (network, day, amounts, key) => {
        const own = found.get(network)?.get(day)
        if (split === 'country') own?.countries.set(key as string, amounts)
        else if (own) this.#addApp(own.apps, key as number, amounts)
      })
    }
    return found
  }

  /** A merge is no drop of the merged app, and what was deleted is none either. */
  #addApp(apps: Map<number, Amounts>, key: number, amounts: Amounts): void {
    const into = this.#endedApps.get(key)
    if (into !== null) apps.set(into ?? key, plus(apps.get(into ?? key) ?? noAmounts, amounts))
  }

  async #add(
    scope: DatedScope,
    split: readonly ('app' | 'country')[],
    days: DaySpan,
    signal: AbortSignal,
    add: (network: string, day: Day, amounts: Amounts, key: string | number | null) => void,
  ): Promise<void> {
    const asked = { dimensions: ['day', 'network', ...split], metrics: amountMetrics } as const
    await readAmountRows(this.#sources, scope, asked, [days], signal, (chunk) => {
      const { day, network, app, country } = chunk.dimensions
      const keyAt = (row: number) => {
        if (app) return app.codes[row]!
        return country ? country.labels![country.codes[row]!]! : null
      }
      return (row) =>
        add(
          network!.labels![network!.codes[row]!]!,
          day!.codes[row] as Day,
          chunk.amountsAt(row),
          keyAt(row),
        )
    })
  }
}

interface MutableDay extends NetworkDay {
  all: Amounts
  readonly apps: Map<number, Amounts>
  readonly countries: Map<string, Amounts>
}

/** Each network's day, app and country is about as large. */
function cellsOf(figures: FiguresOfTime): number {
  let cells = 1
  for (const days of figures.values()) {
    for (const { apps, countries } of days.values()) cells += 1 + apps.size + countries.size
  }
  return cells
}
