import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acknowledgeAlert } from '../../src/use-cases/alerts/acknowledge-alert.ts'
import { backTestRule } from '../../src/use-cases/alerts/back-test-rule.ts'
import { listAlerts } from '../../src/use-cases/alerts/list-alerts.ts'
import { setAlertRule } from '../../src/use-cases/alerts/set-alert-rule.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { addChannel } from '../../src/use-cases/messages/add-channel.ts'
import { listMessages } from '../../src/use-cases/messages/list-messages.ts'
import { addDays, dayOf, formatDay } from '../../src/values/day.ts'
import { type ClockedInstallation, openClocked } from '../fixtures/moving-clock.ts'
import { Draw } from '../soak/draw.ts'

let site: ClockedInstallation

beforeEach(async () => {
  site = await openClocked()
  const { call } = site
  await call(createAccount, { username: 'studio', currency: 'EUR' })
  await call(importApps, {}, { files: [await file('app_id,publisher,app_name,platform', apps)] })
})

afterEach(() => site.remove())

const apps = ['hop,studio,Hop,ios', 'zap,studio,Zap,android']
const hour = 3_600
const signal = new AbortController().signal

async function file(head: string, lines: readonly string[]) {
  const path = join(site.root, `${Math.random()}.csv`)
  await writeFile(path, `${[head, ...lines].join('\n')}\n`)
  return { name: 'rows.csv', path }
}

/** What a network reports of yesterday, and again of days before, a little more. */
interface Reported {
  readonly factor: number
  readonly earlierFactor: number
}

async function report(network: string, { factor, earlierFactor }: Reported, earlierDays = 1) {
  const ages = Array.from({ length: earlierDays }, (_, day) => [day + 2, earlierFactor])
  const rows = [[1, factor], ...ages].flatMap(([age, of]) =>
    ['hop', 'zap'].flatMap((app) =>
      ['US', 'DE'].map((country) => {
        const day = addDays(dayOf(site.now().getTime()), -age!)
        const noise = new Draw(`${network} ${app} ${country} ${day}`, 7).below(100) / 1_000
        const revenue = (100 * of! * (1 + noise)).toFixed(6)
        return [formatDay(day), app, network, 'video', country, 20_000 * of!, revenue].join()
      }),
    ),
  )
  const head = 'date,app_id,network,format,country,impressions,revenue'
  await site.call(importFigures, {}, { files: [await file(head, rows)] })
}

/** Days of two networks, each at its hour, with a look on each hour. @param reports what a network reports on a day; null for nothing */
async function live(days: number, reports: (day: number, network: string) => Reported | null) {
  for (let at = 0; at < days * 24; at++) {
    const nth = { 9: 'admob', 11: 'unityads' }[at % 24]
    const reported = nth ? reports(Math.floor(at / 24), nth) : null
    if (nth && reported) await report(nth, reported)
    await site.lookForAlerts(signal)
    site.pass(hour)
  }
}

const usual: Reported = { factor: 1, earlierFactor: 1.01 }

const told = async () =>
  (await site.call(listAlerts, { username: 'studio' })).map(
    ({ rule, title, since, fired_at, resolved_at }) => ({
      rule,
      title,
      since,
      fired_at,
      resolved_at,
    }),
  )

test('a silent network is told once, with the look that was late, and ends when it reports', {
  timeout: 120_000,
}, async () => {
  await live(18, (day, network) => (network === 'unityads' && day > 15 ? null : usual))
  const [alert, ...others] = await told()
  expect(others).toEqual([])
  expect(alert).toMatchObject({ rule: 'missing-report', resolved_at: null })
  const { id } = (await site.call(listAlerts, { username: 'studio' }))[0]!
  await site.call(acknowledgeAlert, { username: 'studio', id, by: 'ada' })
  await report('unityads', usual)
  site.pass(3 * hour)
  await site.lookForAlerts(signal)
  const [ended] = await site.call(listAlerts, { username: 'studio' })
  expect(ended).toMatchObject({
    id,
    acknowledged_by: 'ada',
    resolved_at: expect.stringMatching(/:00:00Z$/),
  })
})

test('the first look tells nothing, and a rule that is off neither', {
  timeout: 60_000,
}, async () => {
  await report('admob', usual)
  await site.call(setAlertRule, {
    username: 'studio',
    name: 'missing-report',
    kind: 'missing_report',
    isOn: false,
  })
  await live(3, () => null)
  expect(await told()).toEqual([])
})

test('what was late before the first look is listed, and sent to nobody', async () => {
  const url = 'https://example.com/hook'
  await site.call(addChannel, { username: 'studio', name: 'ops', kind: 'webhook', url })
  await report('admob', usual)
  for (let day = 0; day < 8; day++) {
    site.pass(24 * hour)
    await report('admob', usual)
  }
  site.pass(4 * 24 * hour)
  for (let at = 0; at < 6; at++) {
    await site.lookForAlerts(signal)
    site.pass(hour)
  }
  const found = await told()
  expect(found).toMatchObject([{ rule: 'missing-report', resolved_at: null }])
  expect(found[0]!.fired_at).toBe(found[0]!.since)
  await report('admob', usual, 5)
  await site.lookForAlerts(signal)
  expect(await told()).toMatchObject([{ resolved_at: expect.any(String) }])
  expect(await site.call(listMessages, { username: 'studio' })).toEqual([])
})

test('a rule is refused for settings that its kind does not have', async () => {
  const set = site.call(setAlertRule, {
    username: 'studio',
    name: 'late',
    kind: 'missing_report',
    percent: 20,
  })
  await expect(set).rejects.toMatchObject({ code: 'rule_refused', facts: { field: 'percent' } })
  await expect(
    site.call(backTestRule, { username: 'studio', kind: 'pull_held' }),
  ).rejects.toMatchObject({ code: 'rule_refused' })
})
