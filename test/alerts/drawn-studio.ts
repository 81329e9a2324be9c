import type { FiguresOfTime, Looked, NetworkDay } from '../../src/alerts/looked.ts'
import { weeksBack } from '../../src/alerts/looked.ts'
import { type Amounts, noAmounts, plus } from '../../src/insight/amounts.ts'
import { addDays, type Day, dayMs, dayOf } from '../../src/values/day.ts'
import { Draw } from '../soak/draw.ts'

const networks = [
  { name: 'admob', share: 0.4, hour: 9, counted: [0.97, 0.99, 1] },
  { name: 'applovin', share: 0.3, hour: 7, counted: [0.97, 0.99, 1] },
  { name: 'unityads', share: 0.2, hour: 12, counted: [0.97, 0.99, 1] },
  { name: 'vungle', share: 0.1, hour: 15, counted: [0.5, 0.9, 1] },
]
const apps = [0.35, 0.25, 0.15, 0.12, 0.08, 0.05]
const countries = [
  { code: 'US', share: 0.45 },
  { code: 'DE', share: 0.2 },
  { code: 'JP', share: 0.15 },
  { code: 'BR', share: 0.12 },
  { code: 'IN', share: 0.08 },
]
const weekdays = [1, 0.94, 0.93, 0.95, 1, 1.12, 1.16]
const dayRevenueMicros = 900_000_000
const ecpmMicros = 4_000_000
const allDays = 37

export const appCount = apps.length

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

/** A studio whose figures are drawn: they grow, differ by weekday, and are restated upwards for three days. */
export class DrawnStudio {
  readonly #faults: readonly Fault[]
  readonly #seed: number
  readonly #days = new Map<string, NetworkDay>()
  readonly #states = new Map<number, FiguresOfTime>()

  constructor(seed: number, faults: readonly Fault[]) {
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
      networks.map((network) => {
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

  #reportedAtMs({ name, hour }: (typeof networks)[0], day: Day): number {
    const silent = this.#of(name, day).find(({ isSilent }) => isSilent)
    const from = silent ? silent.lastDay : day
    // Usually within half an hour of the hour.
    const late = this.#draw(`${name} ${day} late`).below(1_800_000)
    return (from + 1) * dayMs + hour * 3_600_000 + late
  }

  /** A day as it is reported at a time: a part at first, more a day later, then all. */
  #dayAt(network: (typeof networks)[0], day: Day, atMs: number): NetworkDay {
    const age = Math.min(Math.floor((atMs - (day + 1) * dayMs) / dayMs), 2)
    const faults = this.#of(network.name, day)
    const said = faults.filter(({ restated }) => restated && restated.atMs <= atMs)
    const factor = said.reduce((all, { restated }) => all * restated!.factor, 1)
    const key = `${network.name} ${day} ${age} ${factor}`
    const known = this.#days.get(key)
    if (known) return known
    const draw = this.#draw(`${network.name} ${day}`)
    const ofDay = 0.97 + draw.below(60_000) / 1_000_000
    let all = noAmounts
    const byApp = new Map<number, Amounts>()
    const byCountry = new Map<string, Amounts>()
    const grown = 1 + 0.0008 * (day - 20_000)
    for (const [app, ofApp] of apps.entries()) {
      for (const { code, share } of countries) {
        const noise = 0.9 + draw.below(200_000) / 1_000_000
        const size = network.share * ofApp * share * weekdays[day % 7]! * ofDay * noise * grown
        const [impressions, ecpm] = this.#faultsOf(faults, code)
        const aged = network.counted[age]! * factor
        const shown = ((dayRevenueMicros * size) / ecpmMicros) * 1_000 * impressions
        const amounts = {
          impressions: BigInt(Math.round(shown)),
          revenueMicros: BigInt(Math.round((shown / 1_000) * ecpmMicros * ecpm * aged)),
        }
        all = plus(all, amounts)
        byApp.set(app, plus(byApp.get(app) ?? noAmounts, amounts))
        byCountry.set(code, plus(byCountry.get(code) ?? noAmounts, amounts))
      }
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

  #draw(part: string): Draw {
    return new Draw(part, this.#seed)
  }
}
