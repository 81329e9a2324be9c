import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acknowledgeAlert } from '../../src/use-cases/alerts/acknowledge-alert.ts'
import { backTestRule } from '../../src/use-cases/alerts/back-test-rule.ts'
import { listAlerts } from '../../src/use-cases/alerts/list-alerts.ts'
import { setAlertRule } from '../../src/use-cases/alerts/set-alert-rule.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { mergeApps } from '../../src/use-cases/end-app.ts'
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

const apps = ['hop,studio,Hop,ios', 'zap,studio,Zap,ios']
const hour = 3_600
const signal = new AbortController().signal

async function file(head: string, lines: readonly string[]) {
  const path = join(site.root, `${Math.random()}.csv`)
  await writeFile(path, `${[head, ...lines].join('\n')}\n`)
  return { name: 'rows.csv', path }
}

/** Rows of the day that is so old. */
function rowsOf(network: string, age: number, factor: number) {
  const day = addDays(dayOf(site.now().getTime()), -age)
  return ['hop', 'zap'].flatMap((app) =>
    ['US', 'DE'].map((country) => {
      const noise = new Draw(`${network} ${app} ${country} ${day}`, 7).below(100) / 1_000
      const revenue = (100 * factor * (1 + noise)).toFixed(6)
      return [formatDay(day), app, network, 'video', country, 20_000 * factor, revenue].join()
    }),
  )
}

async function importRows(rows: readonly string[]) {
  const head = 'date,app_id,network,format,country,impressions,revenue'
  await site.call(importFigures, {}, { files: [await file(head, rows)] })
}

/** What a network reports of yesterday, and again of days before, a little more. */
interface Reported {
  readonly factor: number
  readonly earlierFactor: number
}

const report = (network: string, { factor, earlierFactor }: Reported, earlierDays = 1) => {
  const earlier = Array.from({ length: earlierDays }, (_, day) =>
    rowsOf(network, day + 2, earlierFactor),
  )
  return importRows([...rowsOf(network, 1, factor), ...earlier.flat()])
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

test('a target is told when the forecast misses it, and ends when it reaches it; its test on the past tells the same', {
  timeout: 120_000,
}, async () => {
  await importRows(Array.from({ length: 100 }, (_, place) => rowsOf('admob', place + 1, 1)).flat())
  const asked = { kind: 'target' as const, goal: '2950', apps: ['hop'], countries: ['US'] }
  const rule = await site.call(setAlertRule, { username: 'studio', name: 'plan', ...asked })
  expect(rule).toMatchObject({ goal: '2950', subjects: ['total'] })
  const factors = [1, 1, 0.4, 0.4, 0.4, 1.5, 1.5, 1.5, 1.5, 1.5]
  await live(factors.length, (day, network) =>
    network === 'admob' ? { factor: factors[day]!, earlierFactor: factors[day - 1] ?? 1 } : null,
  )
  const alerts = await site.call(listAlerts, { username: 'studio' })
  const [alert, ...others] = alerts.filter((one) => one.rule === 'plan')
  expect(others).toEqual([])
  expect(alert).toMatchObject({
    title: 'Revenue of studio is expected to miss the goal of 2950 EUR in 2026-03',
    goal: '2950',
    subject: 'total',
    fired_at: expect.stringMatching(/^2026-03-1[2-5]T21:00:00Z$/),
    resolved_at: expect.stringMatching(/^2026-03-(1[6-9]|20)T21:00:00Z$/),
  })
  const { alerts: tested } = await site.call(backTestRule, { username: 'studio', ...asked })
  expect(tested).toEqual([{ ...alert, id: 1, rule: 'back-test' }])
})

test('a rule about an app follows it into the one that it is merged into, and the merge is no drop', {
  timeout: 120_000,
}, async () => {
  await site.call(setAlertRule, {
    username: 'studio',
    name: 'zap drops',
    kind: 'revenue_drop',
    countries: ['US'],
    apps: ['zap'],
  })
  await live(24, () => usual)
  await site.call(mergeApps, { appId: 'zap', into: 'hop' })
  await live(2, () => usual)
  expect(await told()).toEqual([])
  await report('admob', { factor: 0.3, earlierFactor: 1 })
  await report('unityads', { factor: 0.3, earlierFactor: 1 })
  await live(1, () => null)
  const drops = (await told()).filter(({ rule }) => rule === 'zap drops')
  expect(drops).toMatchObject([{ title: expect.stringMatching('70 % lower') }])
})

test('a rule is refused for settings that its kind does not have', async () => {
  const set = site.call(setAlertRule, {
    username: 'studio',
    name: 'late',
    kind: 'missing_report',
    percent: 20,
  })
  await expect(set).rejects.toMatchObject({ code: 'rule_refused', facts: { field: 'percent' } })
  const withGoal = (kind: 'target' | 'restated', given: { goal?: string }) =>
    expect(site.call(setAlertRule, { username: 'studio', name: 'plan', kind, ...given })).rejects
  await withGoal('target', {}).toMatchObject({ code: 'rule_refused', facts: { field: 'goal' } })
  await withGoal('restated', { goal: '100' }).toMatchObject({ facts: { field: 'goal' } })
  for (const goal of ['0', '-1', '0.0000001', '9000000000.000001']) {
    await withGoal('target', { goal }).toMatchObject({
      code: 'field_refused',
      facts: { field: 'goal' },
    })
  }
  await expect(
    site.call(backTestRule, { username: 'studio', kind: 'pull_held' }),
  ).rejects.toMatchObject({ code: 'rule_refused' })
})
