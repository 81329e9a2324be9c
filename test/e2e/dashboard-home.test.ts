import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PulledDay } from '../../src/connections/connection.ts'
import { addConnection } from '../../src/use-cases/connections/add-connection.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import { parseDay } from '../../src/values/day.ts'
import type { HomeAnswer, ToDoAnswer } from '../../web/src/api/wire.ts'
import { addColleague } from '../fixtures/dashboard-colleague.ts'
import { daysFrom, late } from '../fixtures/dashboard-figures.ts'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  tidy,
} from '../fixtures/dashboard-page.ts'
import { nameOf, shown, shownChange, shownMetric } from '../fixtures/dashboard-shown.ts'
import { type DashboardSite, novice } from '../fixtures/dashboard-site.ts'
import {
  growth,
  likeWithLike,
  linesIn,
  monthBefore,
  type OtherDay,
  type Span,
  sumOf,
  type Wanted,
  weeksBefore,
} from '../fixtures/dashboard-sums.ts'
import { givenFile } from '../fixtures/given-file.ts'
import { barriersOn } from './axe.ts'

const report = '/api/v2/publisher/report'
const home = '**/dashboard/api/home*'
const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }
const yesterday = { from: '2026-03-09', to: '2026-03-09' }

const periods: Readonly<Record<string, Span & { otherOf: OtherDay; words: string }>> = {
  yesterday: { ...yesterday, otherOf: weeksBefore(1), words: 'a week earlier' },
  last_7: {
    from: '2026-03-03',
    to: '2026-03-09',
    otherOf: weeksBefore(1),
    words: 'in the week before',
  },
  month_to_date: {
    from: '2026-03-01',
    to: '2026-03-09',
    otherOf: monthBefore,
    words: 'on the same days of last month',
  },
}

const card = (page: Page, period: string) => page.locator(`[data-period=${period}]`)
const figure = (page: Page, period: string) => card(page, period).locator('.home-figure')
const lines = (page: Page, period: string) =>
  card(page, period).locator('.period-comparison summary')
const summary = (page: Page) => page.locator('h1 ~ * > p').first()
const table = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const mark = (page: Page) => page.getByRole('navigation', { name: 'Main' }).locator('.to-do-mark')
const item = (page: Page, kind: string, of = '') =>
  page.locator(of ? `[data-to-do=${kind}][data-of=${of}]` : `[data-to-do=${kind}]`)

const answerOf = async <Answer>(page: Page, path: string): Promise<Answer> => {
  const response = await page.request.get(new URL(`/dashboard/api/${path}`, page.url()).href)
  expect(response.status()).toBe(200)
  return response.json()
}

/** Dollars without cents. */
const about = (micros: number | string) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(Number(micros) / 1e6)

describeDashboard('home', ({ visit, site }) => {
  async function expectPeriods(page: Page, wanted: Wanted = {}) {
    for (const [name, { from, to, otherOf, words }] of Object.entries(periods)) {
      const total = sumOf(linesIn({ from, to }, wanted))
      await expectText(figure(page, name)).toBe(shownMetric('revenue', total))
      const like = likeWithLike({ from, to }, otherOf, wanted)
      const [now, old] = [sumOf(like.now), sumOf(like.old)]
      const isPart = now.micros !== total.micros
      await expectText(lines(page, name).first()).toBe(
        [
          shownChange(growth('revenue', now, old)),
          ...(isPart ? [`to ${shownMetric('revenue', now)}`] : []),
          `from ${shownMetric('revenue', old)} ${words}`,
        ].join(' '),
      )
      // There are no figures of last year.
      await expectText(lines(page, name).nth(1)).toMatch(/^– nothing to compare/)
    }
  }

  test('answers in words: how yesterday was, why, and what is missing', async () => {
    const { page, errors } = await visit('/dashboard/home')
    const { effects, networks } = await answerOf<HomeAnswer>(page, 'home')
    const like = likeWithLike(yesterday, weeksBefore(1), {})
    const total = shownMetric('revenue', sumOf(linesIn(yesterday, {})))
    const change = shownChange(growth('revenue', sumOf(like.now), sumOf(like.old))).slice(1)
    // On the Monday before, other countries earned: nothing is comparable, as price and volume are.
    expect([effects!.price_micros, effects!.volume_micros]).toEqual([0, 0])
    const { expected_micros: expected } = networks.find((one) => one.network === late.network)!
    await expectText(summary(page)).toBe(
      `Yesterday ${total}, ${change} on last Monday: new +${about(effects!.new_micros)}, ended ${about(effects!.ended_micros)}.` +
        ` Mintegral is missing, about ${about(expected!)}.`,
    )
    expect(errors).toEqual([])
  })

  test('leaves out of the words what is not known, and shows no zero', async () => {
    const { page } = await visit(`/dashboard/home?network=${late.network}`)
    const { networks } = await answerOf<HomeAnswer>(page, `home?network=${late.network}`)
    const expected = about(networks[0]!.expected_micros!)
    await expectText(summary(page)).toBe(
      `No network has reported yesterday yet. Expected: about ${expected}.`,
    )
    await expectText(figure(page, 'yesterday')).toBe('Not reported yet')
    await expectText(lines(page, 'yesterday').first()).toBe('– nothing to compare a week earlier')
    await expectText(card(page, 'last_7')).toContain('4 of 7 days reported')
  })

  test.each([
    ['Networks', 'network'],
    ['Apps', 'app_id'],
  ] as const)('has a table of %s with the figures of the report endpoint', async (title, by) => {
    const { page } = await visit('/dashboard/home')
    const answer = await site().ask(report, {
      start_date: '2026-03-09',
      end_date: '2026-03-09',
      dimensions: by,
      metrics: 'revenue',
      compare: 'previous_weekdays',
      compare_days: 'reported',
    })
    const { data } = (await answer.json()) as { data: Record<string, number | string | null>[] }
    const reported = data.filter(({ revenue }) => revenue !== null)
    expect(reported.length).toBeGreaterThan(2)
    for (const row of reported) {
      const cells = table(page, title)
        .locator('tbody tr')
        .filter({ hasText: nameOf(String(row[by])) })
        .locator('td')
      await expectText(cells.first()).toBe(shown('revenue', `${row.revenue}`))
      const change = new Intl.NumberFormat('en-US', {
        style: 'percent',
        minimumFractionDigits: 1,
        signDisplay: 'exceptZero',
      }).format(Number(row.change_revenue))
      await expectText(cells.nth(1)).toContain(change)
    }
  })

  test('a network that has not reported has a row with what is expected, and never 0', async () => {
    const { page } = await visit('/dashboard/home')
    const { networks } = await answerOf<HomeAnswer>(page, 'home')
    const { expected_micros: expected } = networks.find((one) => one.network === late.network)!
    const row = table(page, 'Networks').locator(`[data-key=${late.network}]`)
    await expectTexts(row.locator('td')).toEqual([`about ${about(expected!)}`, '–', '', 'waiting'])
    await expectCount(row.locator('.sparkline')).toBe(1)
    await expectText(table(page, 'Networks').locator('[data-key=admob] td').last()).toBe(
      'may change',
    )
    // All apps earn from it.
    await expectTexts(table(page, 'Apps').locator('tbody td:last-child')).toEqual(
      Array(3).fill('waiting for Mintegral'),
    )
  })

  test('a row opens the overview of its figures', async () => {
    const { page } = await visit('/dashboard/home?country=DE')
    // Anywhere in the row.
    const position = { x: 300, y: 10 }
    await table(page, 'Networks').locator('[data-key=admob]').click({ position })
    await expectPath(page).toBe('/dashboard?network=admob&country=DE')
    await page.goBack()
    await table(page, 'Apps')
      .getByRole('link', { name: nameOf('hop-ios') })
      .click()
    await expectPath(page).toBe('/dashboard?app_id=hop-ios&country=DE')
  })

  test('has the figures of each period, compared like with like', async () => {
    const { page, errors } = await visit('/dashboard/home')
    await expectPeriods(page)
    await lines(page, 'last_7').first().click()
    await expectText(card(page, 'last_7').locator('.comparison-words').first()).toBe(
      'Compared with the same weekdays before, Feb 24 – Mar 2, 2026: all 7 days, each with networks that have reported both.' +
        'Left out: Mintegral Mar 7 – 9, 2026 (not reported).',
    )
    expect(errors).toEqual([])
  })

  test('has the forecast of the month with its range, or tells why there is none', async () => {
    const { page } = await visit('/dashboard/home')
    const card = page.getByRole('region', { name: 'Forecast of Mar 2026' })
    await expectText(card.locator('[data-forecast=point]')).toMatch(/^\$\d/)
    const soFar = sumOf(linesIn({ from: '2026-03-01', to: '2026-03-09' }))
    await expectText(card).toContain(`${shownMetric('revenue', soFar)} reported so far.`)
    // The figures begin in December, so only a month and a half could be rehearsed.
    await expectText(card).toMatch(/80% range: \$.* to \$|A range needs/)
  })

  test('applies filters, and links to the figures and to what changed', async () => {
    const { page } = await visit('/dashboard/home?country=DE')
    await expectPeriods(page, { country: ['DE'] })
    await page.getByRole('link', { name: 'Month to date: figures' }).click()
    await expectPath(page).toBe(
      '/dashboard?start_date=2026-03-01&end_date=2026-03-09&compare=previous_month&country=DE',
    )
    await page.goBack()
    await page.getByRole('link', { name: 'Last 7 days: what changed' }).click()
    await expectPath(page).toBe('/dashboard/changes?days=last_7&country=DE')
  })

  test('keeps its filters open when the last one is taken away', async () => {
    const { page } = await visit('/dashboard/home?network=admob')
    await page.getByRole('button', { name: 'Network' }).click()
    const list = page.getByRole('dialog')
    await list.getByRole('option', { name: 'AdMob' }).click()
    await expectPath(page).toBe('/dashboard/home')
    await expectPeriods(page)
    await expectCount(page.locator('details[open] [role=toolbar]')).toBe(1)
    await list.getByRole('option', { name: 'Unity Ads' }).click()
    await expectPath(page).toBe('/dashboard/home?network=unityads')
  })

  test('of an account without figures tells how to import some', async () => {
    const { page } = await visit('/dashboard/home', { as: novice })
    await page.getByRole('heading', { name: 'No figures yet' }).waitFor()
    await expectCount(mark(page)).toBe(0)
  })

  test('is the first page, also at its earlier address', async () => {
    const { page } = await visit('/')
    await expectPath(page).toBe('/dashboard/home')
    await expectText(page.locator('h1')).toBe('Home')
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
    await expectText(current).toMatch(/^Home \d+ things to do$/)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expectPath(page).toBe('/dashboard')
    await page.goto(`${site().url}/dashboard/morning?country=DE`)
    await expectPath(page).toBe('/dashboard/home?country=DE')
  })

  test('opens a saved view of the earlier address', async () => {
    const { page } = await visit('/dashboard')
    const data = { name: 'Every morning', address: '/dashboard/morning?country=DE' }
    const headers = { origin: site().url }
    const url = `${site().url}/dashboard/api/views/save`
    expect((await page.request.post(url, { data, headers })).status()).toBe(200)
    await page.goto(`${site().url}/dashboard/views`)
    await page.getByRole('link', { name: data.name }).click()
    await expectPath(page).toBe('/dashboard/home?country=DE')
    await expectText(page.locator('h1')).toBe('Home')
  })

  test('that is slow shows a placeholder; one that fails shows the error, and can be tried again', async () => {
    const { page } = await visit('/dashboard/nothing')
    const held: Route[] = []
    await page.route(home, (route) => void held.push(route))
    await page.getByRole('link', { name: /^Home/ }).click()
    await expectCount(page.locator('.skeleton')).toBe(3)
    await eventually(() => held.length).toBe(1)
    for (const route of held) await route.fulfill(failure)
    const alert = page.getByRole('alert')
    await expectText(alert.locator('p')).toBe('The disk is full.')
    await page.unroute(home)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPeriods(page)
    await expectCount(alert).toBe(0)
  })

  test('is usable by keyboard alone', async () => {
    const { page } = await visit('/dashboard/home')
    await table(page, 'Apps').locator('tbody tr').first().waitFor()
    const focused = page.locator(':focus')
    const seen: string[] = []
    for (let steps = 0; steps < 90; steps++) {
      await page.keyboard.press('Tab')
      const text = tidy((await focused.textContent()) ?? '')
      if (text.endsWith('a week earlier')) {
        await page.keyboard.press('Enter')
        await eventually(() => focused.locator('..').getAttribute('open')).toBe('')
      }
      seen.push((await focused.getAttribute('aria-label')) ?? text)
      if (text === 'Filters') break
    }
    for (const wanted of [
      ...['AdMob', 'Hop · iOS', 'Import a file: Mintegral is late'],
      ...['Yesterday: figures', 'Month to date: what changed', 'Filters'],
    ]) {
      expect(seen).toContain(wanted)
    }
  })

  describe('to do', () => {
    beforeAll(() => addTroubles(site()), 30_000)

    test('has an item of each kind, with the money that the server names, and the most first', async () => {
      const { page, errors } = await visit('/dashboard/home')
      const { count, items } = await answerOf<ToDoAnswer>(page, 'to-do')
      expect(new Set(items.map(({ kind }) => kind))).toEqual(
        new Set(['refused_key', 'held_day', 'late_network', 'gap', 'failed_import']),
      )
      await expectCount(page.locator('[data-to-do]')).toBe(count)
      for (const [place, one] of items.entries()) {
        const shownItem = page.locator('[data-to-do]').nth(place)
        expect(await shownItem.getAttribute('data-to-do')).toBe(one.kind)
        if (one.money_micros === null) continue
        await expectText(shownItem).toContain(about(one.money_micros))
      }
      await expectText(mark(page)).toBe(`${count} things to do`)
      expect(errors).toEqual([])
    })

    test('each leads to where it is done', async () => {
      const { page } = await visit('/dashboard/home')
      for (const [kind, of, action, path] of [
        ['refused_key', 'unityads', 'Change the key', '/dashboard/connections/of/unity-ads'],
        ['held_day', 'admob', 'Import or keep', '/dashboard/connections/of/admob'],
        ['late_network', late.network, 'Import a file', '/dashboard/imports'],
        ['failed_import', '', 'Import again', '/dashboard/imports'],
      ] as const) {
        const link = item(page, kind, of).getByRole('link')
        await expectText(link).toMatch(new RegExp(`^${action}: `))
        await link.click()
        await expectPath(page).toBe(path)
        await page.goBack()
      }
    })

    test('a held day has both totals, which the connection’s page has too', async () => {
      const { page } = await visit('/dashboard/home')
      const held = item(page, 'held_day', 'admob')
      await expectText(held).toContain('Imported: $500.00. In the last report: $120.50.')
      await expectText(held).toContain('$380')
      await held.getByRole('link').click()
      const line = page.getByRole('region', { name: 'Needs a look' }).locator('li').first()
      await expectText(line).toMatch(/\$120\.50.*\$500\.00/)
    })

    test('a gap is that of the Reconcile page', async () => {
      const { page } = await visit('/dashboard/home')
      const gap = item(page, 'gap', 'admob')
      await expectText(gap).toContain('AdMob differs from mediation')
      const { items } = await answerOf<ToDoAnswer>(page, 'to-do')
      const { money_micros: micros } = items.find(({ kind }) => kind === 'gap')!
      await gap.getByRole('link').click()
      await expectText(page.locator('h1')).toBe('Reconcile')
      const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
      await expectText(page.locator('main')).toContain(cents.format(Number(micros) / 1e6))
    })

    test('a viewer is told, and may only look', async () => {
      const viewer = await addColleague(site(), 'viewer@studio.example', 'viewer')
      const { page } = await visit('/dashboard/home', { as: viewer })
      const all = page.locator('[data-to-do]')
      await expectCount(all).toBe((await answerOf<ToDoAnswer>(page, 'to-do')).count)
      await expectCount(page.locator('[data-to-do]:not([data-to-do=gap]) a')).toBe(0)
      await expectTexts(page.locator('[data-to-do] a')).toEqual([
        'Compare: AdMob differs from mediation',
      ])
    })

    test('the mark is on every page', async () => {
      const { page } = await visit('/dashboard/notes')
      const { count } = await answerOf<ToDoAnswer>(page, 'to-do')
      await expectText(mark(page)).toBe(`${count} things to do`)
      await page.getByRole('link', { name: `Home ${count} things to do` }).waitFor()
    })

    test('axe finds no barrier, in both themes', async () => {
      const { page } = await visit('/dashboard/home', { bypassCSP: true })
      await table(page, 'Apps').locator('.sparkline').first().waitFor()
      await page.locator('[data-to-do]').first().waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await barriersOn(page), colorScheme).toEqual([])
      }
    })

    test('says that there is nothing to do', async () => {
      const calm = await addCalm(site())
      const { page } = await visit('/dashboard/home', { as: calm })
      await expectText(page.getByRole('region', { name: 'To do' })).toMatch(
        /^To do ?Nothing to do\./,
      )
      // Half more impressions at a price of 6 instead of 4, each times the mean of the other.
      await expectText(summary(page)).toBe(
        'Yesterday $9.00, +125.0% on last Monday: price +$2.50, volume +$2.50. Calm · iOS is unusual (+125.0%).',
      )
      await expectCount(mark(page)).toBe(0)
    })
  })
})

const header = 'date,app_id,network,format,country,impressions,revenue'

/** Adds an account whose only network has reported the same every day, and more yesterday. */
async function addCalm(site: DashboardSite) {
  const calm = { username: 'calm', password: 'nothing happens at calm' }
  const { call } = site.installation
  await call(createAccount, { username: calm.username })
  await call(setPassword, calm)
  const apps = 'app_id,publisher,app_name,platform\ncalm-ios,calm,Calm,ios\n'
  await call(importApps, {}, await givenFile(site.installation, 'calm-apps.csv', apps))
  const days = daysFrom('2025-12-29', '2026-03-08').map(
    (day) => `${day},calm-ios,admob,banner,US,1000,4`,
  )
  const figures = [header, ...days, '2026-03-09,calm-ios,admob,banner,US,1500,9', '']
  await call(importFigures, {}, await givenFile(site.installation, 'calm.csv', figures.join('\n')))
  return calm
}

const totals = (revenueMicros: bigint) => ({ rows: 1, impressions: 1_000n, revenueMicros })

/** A refused key, a held day and a gap. A late network and a refused file are there anyway. */
async function addTroubles(site: DashboardSite): Promise<void> {
  const { call, connections } = site.installation
  const connect = async (connector: string, values: Record<string, string>) => {
    await call(addConnection, { username: 'studio', connector, values, consentLater: true })
    return (await connections.list()).find(({ name }) => name === connector)!.id
  }
  const refused = await connect('unity-ads', { apiKey: 'a key', organizationId: '7' })
  await connections.change(refused, {
    state: 'refused',
    problem: { kind: 'fault', fault: 'credential-refused', message: 'answered 401' },
  })
  const held = await connect('admob', { publisherId: 'pub-1', clientId: 'a', clientSecret: 'b' })
  await connections.change(held, { state: 'paused', problem: null })
  const day: PulledDay = {
    depth: null,
    day: parseDay('2026-03-08')!,
    state: 'held',
    failures: 0,
    nextAtMs: null,
    pulledAtMs: Date.parse('2026-03-09T09:00:00Z'),
    failedAtMs: null,
    stated: totals(500_000_000n),
    mark: null,
    held: { ...totals(120_500_000n), sinceMs: Date.parse('2026-03-09T09:00:00Z') },
    entry: null,
    problem: { kind: 'held', reason: 'less revenue', deletesRevenue: true },
  }
  await connections.days.put(held, day)
  const mediation = `${header}\n2026-03-09,hop-ios,admob,banner,US,1000,5\n`
  const file = await givenFile(site.installation, 'mediation.csv', mediation)
  await call(importFigures, { as: 'mediation', account: 'studio' }, file)
}
