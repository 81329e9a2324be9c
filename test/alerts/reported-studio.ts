import type { FiguresOfTime, Looked, NetworkDay } from '../../src/alerts/looked.ts'
import { weeksBack } from '../../src/alerts/looked.ts'
import { type Amounts, noAmounts, plus } from '../../src/insight/amounts.ts'
import { addDays, type Day, dayMs, dayOf } from '../../src/values/day.ts'
import { Draw } from '../soak/draw.ts'

/** A network: when it reports on the next day (UTC), and which share of a day it has counted then, a day later, and at last. */
export interface ReportingNetwork {
  readonly name: string
  readonly hour: number
  readonly counted: readonly [number, number, number]
}

/** The figures of an app in a country on a network's day. */
export interface Cell {
  readonly app: number
  readonly country: string
  readonly impressions: number
  readonly ecpmMicros: number
}

/** What networks count in the end, without faults. */
export interface StudioFigures {
  readonly networks: readonly ReportingNetwork[]
  readonly cellsOf: (network: string, day: Day) => readonly Cell[]
}

const allDays = 37

/** What a fault does to a cell of a day: factors of its impressions and of its eCPM. */
export interface Fault {
  readonly firstDay: Day
  readonly lastDay: Day
  readonly network?: string
  readonly country?: string
  readonly impressions?: number
  readonly ecpm?: number
  /** The network reports these days only after the last one of them, at its hour. */
  readonly isSilent?: boolean
  /** At this time, the network says that these days were so much of what they were. */
  readonly restated?: { readonly atMs: number; readonly factor: number }
}

/** A studio whose networks report figures with faults, and restate them upwards for three days. */
export class ReportedStudio {
  readonly #figures: StudioFigures
  readonly #faults: readonly Fault[]
  readonly #seed: number
  readonly #days = new Map<string, NetworkDay>()
  readonly #states = new Map<number, FiguresOfTime>()

  constructor(figures: StudioFigures, seed: number, faults: readonly Fault[]) {
    this.#figures = figures
    this.#seed = seed
    this.#faults = faults
  }

  lookAt(atMs: number): Looked {
    const weeksBefore = (ms: number) =>
      Array.from({ length: weeksBack }, (_, week) => this.#stateAt(ms - (week + 1) * 7 * dayMs))
    return {
      atMs,
      today: dayOf(atMs),
      now: this.#stateAt(atMs),
      weeks: weeksBefore(atMs),
      dayBefore: this.#stateAt(atMs - dayMs),
      weeksDayBefore: weeksBefore(atMs - dayMs),
      forecasts: [],
    }
  }

  #stateAt(atMs: number): FiguresOfTime {
    const known = this.#states.get(atMs)
    if (known) return known
    const today = dayOf(atMs)
    const state = new Map(
      this.#figures.networks.map((network) => {
        const days = new Map<Day, NetworkDay>()
        for (let age = 1; age <= allDays; age++) {
          const day = addDays(today, -age)
          if (this.#reportedAtMs(network, day) <= atMs)
            days.set(day, this.#dayAt(network, day, atMs))
        }
        return [network.name, days] as const
      }),
    )
    this.#states.set(atMs, state)
    this.#states.delete(atMs - 40 * dayMs)
    return state
  }

  #reportedAtMs({ name, hour }: ReportingNetwork, day: Day): number {
    if (this.#figures.cellsOf(name, day).length === 0) return Number.POSITIVE_INFINITY
    const silent = this.#of(name, day).find(({ isSilent }) => isSilent)
    const from = silent ? silent.lastDay : day
    // Usually within half an hour of the hour.
    const late = new Draw(`${name} ${day} late`, this.#seed).below(1_800_000)
    return (from + 1) * dayMs + hour * 3_600_000 + late
  }

  /** A day as it is reported at a time: a part at first, more a day later, then all. */
  #dayAt(network: ReportingNetwork, day: Day, atMs: number): NetworkDay {
    const age = Math.min(Math.floor((atMs - (day + 1) * dayMs) / dayMs), 2)
    const faults = this.#of(network.name, day)
    const said = faults.filter(({ restated }) => restated && restated.atMs <= atMs)
    const factor = said.reduce((all, { restated }) => all * restated!.factor, 1)
    const key = `${network.name} ${day} ${age} ${factor}`
    const known = this.#days.get(key)
    if (known) return known
    let all = noAmounts
    const byApp = new Map<number, Amounts>()
    const byCountry = new Map<string, Amounts>()
    for (const { app, country, impressions, ecpmMicros } of this.#figures.cellsOf(
      network.name,
      day,
    )) {
      const [ofImpressions, ofEcpm] = this.#faultsOf(faults, country)
      const aged = network.counted[age]! * factor
      const shown = impressions * ofImpressions
      const amounts = {
        impressions: BigInt(Math.round(shown)),
        revenueMicros: BigInt(Math.round((shown / 1_000) * ecpmMicros * ofEcpm * aged)),
      }
      all = plus(all, amounts)
      byApp.set(app, plus(byApp.get(app) ?? noAmounts, amounts))
      byCountry.set(country, plus(byCountry.get(country) ?? noAmounts, amounts))
    }
    const made = { all, apps: byApp, countries: byCountry }
    this.#days.set(key, made)
    return made
  }

  #faultsOf(faults: readonly Fault[], country: string): [impressions: number, ecpm: number] {
    const own = faults.filter((fault) => (fault.country ?? country) === country)
    return [
      own.reduce((all, { impressions = 1 }) => all * impressions, 1),
      own.reduce((all, { ecpm = 1 }) => all * ecpm, 1),
    ]
  }

  #of(network: string, day: Day): Fault[] {
    return this.#faults.filter(
      (fault) =>
        (fault.network ?? network) === network && day >= fault.firstDay && day <= fault.lastDay,
    )
  }
}
