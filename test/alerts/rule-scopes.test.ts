import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aboutDays } from '../../src/alerts/finding.ts'
import type { FigureRule } from '../../src/alerts/judge.ts'
import { usualSettings } from '../../src/alerts/rule.ts'
import { ownerOf } from '../../src/publishers/user.ts'
import { alertMessages } from '../../src/use-cases/alerts/alert-messages.ts'
import { scopesOf } from '../../src/use-cases/alerts/alert-rules.ts'
import { backTestRule } from '../../src/use-cases/alerts/back-test-rule.ts'
import { readersFor, takeLook } from '../../src/use-cases/alerts/fold-looks.ts'
import { setAlertRule } from '../../src/use-cases/alerts/set-alert-rule.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteApp, mergeApps } from '../../src/use-cases/end-app.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { textOfCitation } from '../../src/use-cases/report/citation-field.ts'
import { openCitation } from '../../src/use-cases/report/open-citation.ts'
import { showCitation } from '../../src/use-cases/report/show-citation.ts'
import { dayOf, parseDay } from '../../src/values/day.ts'
import { givenFile } from '../fixtures/given-file.ts'
import { type ClockedInstallation, openClocked } from '../fixtures/moving-clock.ts'

let site: ClockedInstallation

const apps = `app_id,publisher,app_name,platform
a,studio,A,ios
b,studio,B,ios
c,studio,C,ios
other,rival,Other,ios
`

beforeEach(async () => {
  site = await openClocked()
  for (const username of ['studio', 'rival']) {
    await site.call(createAccount, { username, currency: 'EUR' })
  }
  await site.call(importApps, {}, await givenFile(site, 'apps.csv', apps))
})

afterEach(() => site.remove())

const about = (apps: readonly string[]): FigureRule => ({
  name: 'drops',
  kind: 'revenue_drop',
  isOn: true,
  settings: { ...usualSettings.revenue_drop, apps },
})

/** The app ids that a rule about apps looks at; null where it is not judged. */
async function lookedAt(...appIds: string[]) {
  const account = await site.accounts.get('studio')
  const rule = about(appIds)
  const scope = (await scopesOf(site, account, [rule]))(rule)
  if (scope === null) return null
  return (await site.apps.byKeys(scope.apps!)).map(({ appId }) => appId).sort()
}

test('a rule about a merged app looks at all apps that are one by now', async () => {
  expect(await lookedAt('a')).toEqual(['a'])
  await site.call(mergeApps, { appId: 'a', into: 'b' })
  await site.call(mergeApps, { appId: 'b', into: 'c' })
  for (const appId of ['a', 'b', 'c']) expect(await lookedAt(appId)).toEqual(['a', 'b', 'c'])
  expect(await lookedAt('other')).toBeNull()
})

test('a message cites the figures that its rule looks at', async () => {
  const rows = `date,app_id,network,format,country,impressions,revenue
2026-03-08,a,admob,video,US,10,10
2026-03-08,b,admob,video,US,10,5
2026-03-08,b,admob,video,DE,10,1
2026-03-08,c,admob,video,US,10,7
`
  await site.call(importFigures, {}, await givenFile(site, 'rows.csv', rows))
  await site.call(mergeApps, { appId: 'a', into: 'b' })
  const account = await site.accounts.get('studio')
  const rule = { ...about(['a']), settings: { ...about(['a']).settings, countries: ['US'] } }
  const finding = aboutDays({ of: 'total', key: null }, [parseDay('2026-03-08')!])
  const told = {
    rule,
    cause: { cause: 'total', sinceMs: 0, firedAtMs: 0, finding },
    hasEnded: false,
    atMs: site.now().getTime(),
    state: await site.figures.states.asOf(null),
    scope: (await scopesOf(site, account, [rule]))(rule),
  }
  const services = { apps: site.apps, baseUrl: () => '' }
  const [message] = await alertMessages(services, account, [told])
  const { citation } = message!.data as { citation: string }
  const { cited } = await site.call(showCitation, { username: 'studio', citation })
  expect(cited.totals[0]).toBe('15')
})

test('a message about an app names no other app, and who sees this one alone can open its figures', async () => {
  const rows = `date,app_id,network,format,country,impressions,revenue
2026-03-08,a,admob,video,US,10,10
2026-03-08,b,admob,video,US,10,5
`
  await site.call(importFigures, {}, await givenFile(site, 'rows.csv', rows))
  const account = await site.accounts.get('studio')
  const [a, b] = (await site.apps.byIds(['a', 'b'])).map(({ key }) => key)
  const subject = { of: 'app_id', key: a! } as const
  const finding = {
    ...aboutDays(subject, [parseDay('2026-03-08')!]),
    revenueMicros: 10_000_000n,
    expectedMicros: 20_000_000n,
    also: [{ of: 'app_id', key: b! } as const],
  }
  const told = {
    rule: { name: 'revenue-drop', kind: 'revenue_drop' as const },
    cause: { cause: `app_id ${a}`, sinceMs: 0, firedAtMs: 0, finding },
    hasEnded: false,
    atMs: site.now().getTime(),
    state: await site.figures.states.asOf(null),
    scope: null,
  }
  const services = { apps: site.apps, baseUrl: () => '' }
  const [message] = await alertMessages(services, account, [told])
  expect(message).toMatchObject({ app: a, text: expect.not.stringMatching(/\bB\b/) })
  const { citation } = message!.data as { citation: string }
  const open = (apps: number[]) =>
    openCitation(
      { ...site, today: () => dayOf(site.now().getTime()) },
      { ...ownerOf(account), apps },
      textOfCitation(citation),
      new AbortController().signal,
    )
  expect((await open([a!])).cited.totals[0]).toBe('10')
  await expect(open([b!])).rejects.toMatchObject({ code: 'unknown_citation' })
})

test('figures are read once as long as they and the day are the same, and forecast for targets only', async () => {
  const rows = `date,app_id,network,format,country,impressions,revenue
2026-03-08,a,admob,video,US,10,10
`
  await site.call(importFigures, {}, await givenFile(site, 'rows.csv', rows))
  site.pass(3_600)
  const account = await site.accounts.get('studio')
  const signal = new AbortController().signal
  const { figures } = site
  const query = vi.spyOn(figures, 'query')
  /** How often figures are read by a look, and by the one an hour later. */
  const readsOf = async (...rules: FigureRule[]) => {
    const readers = readersFor(rules, await scopesOf(site, account, rules), { figures }, 1_000)
    const counts = []
    for (const hour of [0, 1]) {
      query.mockClear()
      const atMs = site.now().getTime() + hour * 3_600_000
      await takeLook(readers, new Map(), { atMs, isFirst: false }, signal)
      counts.push(query.mock.calls.length)
    }
    return counts
  }
  const settings = { ...usualSettings.target, goalMicros: 1n }
  const target: FigureRule = { name: 'plan', kind: 'target', isOn: true, settings }
  const missing: FigureRule = { ...target, name: 'late', kind: 'missing_report' }
  const [reads] = await readsOf(missing)
  expect(await readsOf(missing)).toEqual([reads, 0])
  expect(await readsOf(missing, target, { ...target, name: 'stretch' })).toEqual([reads! + 1, 0])
})

test('a rule whose apps are all deleted is not judged, and can only be turned off', async () => {
  const set = { username: 'studio', name: 'drops', kind: 'revenue_drop' as const, apps: ['a', 'b'] }
  await site.call(setAlertRule, set)
  await site.call(deleteApp, { appId: 'a' })
  expect(await lookedAt('a', 'b')).toEqual(['b'])
  await site.call(deleteApp, { appId: 'b' })
  expect(await lookedAt('a', 'b')).toBeNull()
  const refused = { code: 'unknown_app', facts: { appId: 'a' } }
  await expect(site.call(setAlertRule, set)).rejects.toMatchObject(refused)
  const { name: _, ...tested } = set
  await expect(site.call(backTestRule, tested)).rejects.toMatchObject(refused)
  expect(await site.call(setAlertRule, { ...set, isOn: false })).toMatchObject({ is_on: false })
})
