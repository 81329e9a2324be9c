import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figureKinds } from '../../src/alerts/rule.ts'
import { backTestRule } from '../../src/use-cases/alerts/back-test-rule.ts'
import { listAlerts } from '../../src/use-cases/alerts/list-alerts.ts'
import { setAlertRule } from '../../src/use-cases/alerts/set-alert-rule.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { addDays, dayOf, formatDay } from '../../src/values/day.ts'
import { type ClockedInstallation, openClocked } from '../fixtures/moving-clock.ts'
import { Draw } from '../soak/draw.ts'
import { propertyTimeoutMs } from './batches.ts'

/** A case replays weeks of hours, so there are not as many as of other properties. */
const caseCount = Number(process.env.ADTALLY_BACK_TEST_CASES || 1)

const networks = { admob: 9, applovin: 7, unityads: 11 } as const
const networkNames = Object.keys(networks) as (keyof typeof networks)[]
/** A little less than April brings when nothing happens. */
const goal = '56600'
/** A forecast has a range with as many. */
const importedDays = 100
/** Enough that days have earlier ones that were as old. */
const usualDays = 24
const signal = new AbortController().signal

const event = fc.oneof(
  { weight: 6, arbitrary: fc.constant('usual' as const) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...(['silent', 'late', 'drop', 'country', 'price', 'restated', 'undone'] as const),
    ),
  },
)
type Event = typeof event extends fc.Arbitrary<infer Found> ? Found : never

const drawnDay = fc.record({
  events: fc.record({ admob: event, applovin: event, unityads: event }),
  /** Hours from each look to the next: a server that is down takes its looks later. */
  pause: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 40 })),
})
type DrawnDay = typeof drawnDay extends fc.Arbitrary<infer Found> ? Found : never

const usual: DrawnDay = {
  events: { admob: 'usual', applovin: 'usual', unityads: 'usual' },
  pause: 12,
}

/** Alerts that the cases told, by rule. */
const toldBy = new Map<string, number>()

test(`in ${caseCount} histories of faults, undos and late looks, the back-test of each rule tells what the live rules told`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const days = fc.array(drawnDay, { minLength: 12, maxLength: 12 })
  await fc.assert(fc.asyncProperty(days, expectSame), { numRuns: caseCount, endOnFailure: true })
  expect(toldBy.size).toBeGreaterThan(0)
})

async function expectSame(drawn: readonly DrawnDay[]): Promise<void> {
  const studio = await Studio.open()
  try {
    const days = [...Array.from({ length: usualDays }, () => usual), ...drawn]
    await studio.live(days)
    const live = await studio.call(listAlerts, { username: 'studio' })
    for (const kind of figureKinds) {
      const goalOf = kind === 'target' ? { goal } : {}
      const asked = { username: 'studio', kind, days: days.length + 1, ...goalOf }
      const { alerts } = await studio.call(backTestRule, asked)
      const ofKind = live.filter((one) => one.kind === kind)
      expect([kind, ...alerts.map(withoutStore)]).toEqual([kind, ...ofKind.map(withoutStore)])
      if (alerts.length > 0) toldBy.set(kind, (toldBy.get(kind) ?? 0) + alerts.length)
    }
  } finally {
    await studio.remove()
  }
}

/** What both tell of an alert: the stored one has a number and the name of its rule too. */
function withoutStore({ id: _, rule: __, ...told }: { id: number; rule: string }) {
  return told
}

class Studio {
  readonly #site: ClockedInstallation
  readonly #imports: number[] = []
  #files = 0
  #looksAt = 0

  private constructor(site: ClockedInstallation) {
    this.#site = site
  }

  static async open(): Promise<Studio> {
    const studio = new Studio(await openClocked())
    await studio.call(createAccount, { username: 'studio', currency: 'EUR' })
    const apps = ['app_id,publisher,app_name,platform', 'hop,studio,Hop,ios', 'zap,studio,Zap,ios']
    await studio.call(importApps, {}, { files: [await studio.#file(apps)] })
    for (const network of networkNames) await studio.#import(network, 'usual', importedDays)
    const target = { username: 'studio', name: 'plan', kind: 'target', goal } as const
    await studio.call(setAlertRule, target)
    return studio
  }

  get call(): ClockedInstallation['call'] {
    return this.#site.call
  }

  remove(): Promise<void> {
    return this.#site.remove()
  }

  /** All hours of days; what happens in an hour happens at its twentieth minute. */
  async live(days: readonly DrawnDay[]): Promise<void> {
    for (const day of days) {
      for (let hour = 0; hour < 24; hour++) {
        const nowMs = this.#site.now().getTime()
        if (nowMs >= this.#looksAt) {
          await this.#site.lookForAlerts(signal)
          this.#looksAt = nowMs + day.pause * 3_600_000
        }
        this.#site.pass(1_200)
        const utcHour = new Date(nowMs).getUTCHours()
        for (const network of networkNames)
          await this.#report(network, day.events[network], utcHour)
        this.#site.pass(2_400)
      }
    }
    await this.#site.lookForAlerts(signal)
  }

  async #report(network: keyof typeof networks, event: Event, hour: number): Promise<void> {
    const due = networks[network] + (event === 'late' ? 8 : 0)
    if (hour === due && event !== 'silent') await this.#import(network, event)
    if (event !== 'undone' || hour !== due + 5) return
    const id = this.#imports.pop()
    if (id !== undefined) await this.call(undoImport, { id })
  }

  /** Yesterday, and the days before it as they are known now. */
  async #import(network: keyof typeof networks, event: Event, days = 3): Promise<void> {
    const today = dayOf(this.#site.now().getTime())
    const rows = Array.from({ length: days }, (_, place) => place + 1).flatMap((age) =>
      ['hop', 'zap'].flatMap((app) =>
        ['US', 'DE', 'JP'].map((country) => {
          const day = addDays(today, -age)
          const noise = new Draw(`${network} ${app} ${country} ${day}`).below(100) / 1_000
          const [shown, priced] = factorsOf(event, age, country)
          const revenue = 100 * (1 + noise) * (1 - 0.01 / age) * shown * priced
          const impressions = Math.round(20_000 * (1 + noise) * shown)
          return [formatDay(day), app, network, 'video', country, impressions, revenue.toFixed(6)]
        }),
      ),
    )
    const head = 'date,app_id,network,format,country,impressions,revenue'
    const files = [await this.#file([head, ...rows.map((row) => row.join())])]
    this.#imports.push((await this.call(importFigures, {}, { files })).import)
  }

  async #file(lines: readonly string[]) {
    const path = join(this.#site.root, `${this.#files++}.csv`)
    await writeFile(path, `${lines.join('\n')}\n`)
    return { name: 'rows.csv', path }
  }
}

/** Factors of impressions and of the price. */
function factorsOf(event: Event, age: number, country: string): [shown: number, priced: number] {
  if (event === 'restated') return [1, age === 1 ? 1 : 0.8]
  if (age > 1) return [1, 1]
  if (event === 'drop') return [0.5, 1]
  if (event === 'country') return [country === 'DE' ? 0.5 : 1, 1]
  return [1, event === 'price' ? 0.5 : 1]
}
