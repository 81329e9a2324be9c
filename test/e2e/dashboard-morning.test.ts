import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { late } from '../fixtures/dashboard-figures.ts'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  tidy,
} from '../fixtures/dashboard-page.ts'
import { nameOf, shown, shownChange, shownDay, shownMetric } from '../fixtures/dashboard-shown.ts'
import { novice } from '../fixtures/dashboard-site.ts'
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

const report = '/api/v2/publisher/report'
const morning = '**/dashboard/api/morning*'
const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }

const periods: Readonly<Record<string, Span & { otherOf: OtherDay; words: string }>> = {
  yesterday: {
    from: '2026-03-09',
    to: '2026-03-09',
    otherOf: weeksBefore(1),
    words: 'a week earlier',
  },
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
const figure = (page: Page, period: string) => card(page, period).locator('.morning-figure')
const lines = (page: Page, period: string) =>
  card(page, period).locator('.period-comparison summary')

describeDashboard('the morning', ({ visit, site }) => {
  async function expectFigures(page: Page, wanted: Wanted = {}) {
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

  test('has the figures of each period, compared like with like', async () => {
    const { page, errors } = await visit('/dashboard/morning')
    await expectFigures(page)
    await lines(page, 'last_7').first().click()
    await expectText(card(page, 'last_7').locator('.comparison-words').first()).toBe(
      'Compared with the same weekdays before, Feb 24 – Mar 2, 2026: all 7 days, each with networks that have reported both.' +
        'Left out: Mintegral Mar 7 – 9, 2026 (not reported).',
    )
    expect(errors).toEqual([])
  })

  test('has the figures of the report endpoint', async () => {
    const { page } = await visit('/dashboard/morning')
    for (const [name, { from, to }] of Object.entries(periods)) {
      const asked = { start_date: from, end_date: to, metrics: 'revenue,impressions' }
      const answer = await site().ask(report, asked)
      const { totals } = (await answer.json()) as { totals: Record<string, number> }
      await expectText(figure(page, name)).toBe(shown('revenue', `${totals.revenue}`))
      await expectText(card(page, name).locator('dd').first()).toContain(
        shown('impressions', `${totals.impressions}`),
      )
    }
  })

  test('tells up to when figures are there, and what is missing, with links to fix it', async () => {
    const { page } = await visit('/dashboard/morning')
    await expectText(page.locator('.under-title')).toMatch(
      /^Figures up to Mar 9, 2026, .* at Mar 10, 2026, 12:0\d PM\. All networks up to Mar 6, 2026\. 5 networks lack days\.$/,
    )
    const row = page.locator(`[data-network=${late.network}]`)
    await expectText(row.locator('td').first()).toBe(shownDay(late.lastDay))
    await expectText(row.locator('td').nth(2)).toBe(
      'Feb 20, 2026, freshness of Mintegral, Mar 7 – 9, 2026, freshness of Mintegral: import days of Mintegral',
    )
    const others = page.locator('[data-network=admob] td').nth(2)
    await expectText(others).toBe('Feb 20, 2026, freshness of AdMob: import days of AdMob')
    await row
      .getByRole('link', { name: `freshness of ${nameOf(late.network)}` })
      .last()
      .click()
    await expectPath(page).toBe('/dashboard/freshness?start_date=2026-03-07&end_date=2026-03-09')
    await page.goBack()
    await row.getByRole('link', { name: `import days of ${nameOf(late.network)}` }).click()
    await expectPath(page).toBe('/dashboard/imports')
  })

  test('has the forecast of the month with its range, or tells why there is none', async () => {
    const { page } = await visit('/dashboard/morning')
    const card = page.getByRole('region', { name: 'Forecast of Mar 2026' })
    await expectText(card.locator('[data-forecast=point]')).toMatch(/^\$\d/)
    const soFar = sumOf(linesIn({ from: '2026-03-01', to: '2026-03-09' }))
    await expectText(card).toContain(`${shownMetric('revenue', soFar)} reported so far.`)
    // The figures begin in December, so only a month and a half could be rehearsed.
    await expectText(card).toMatch(/80% range: \$.* to \$|A range needs/)
  })

  test('a period without reports is not zero', async () => {
    const { page } = await visit(`/dashboard/morning?network=${late.network}`)
    await expectText(figure(page, 'yesterday')).toBe('Not reported yet')
    await expectText(lines(page, 'yesterday').first()).toBe('– nothing to compare a week earlier')
    await expectText(card(page, 'last_7')).toContain('4 of 7 days reported')
  })

  test('applies filters, and links to the figures and to what changed', async () => {
    const { page } = await visit('/dashboard/morning?country=DE')
    await expectFigures(page, { country: ['DE'] })
    await page.getByRole('link', { name: 'Month to date: figures' }).click()
    await expectPath(page).toBe(
      '/dashboard?start_date=2026-03-01&end_date=2026-03-09&compare=previous_month&country=DE',
    )
    await page.goBack()
    await page.getByRole('link', { name: 'Last 7 days: what changed' }).click()
    await expectPath(page).toBe('/dashboard/changes?days=last_7&country=DE')
  })

  test('keeps its filters open when the last one is taken away', async () => {
    const { page } = await visit('/dashboard/morning?network=admob')
    await page.getByRole('button', { name: 'Network' }).click()
    const list = page.getByRole('dialog')
    await list.getByRole('option', { name: 'AdMob' }).click()
    await expectPath(page).toBe('/dashboard/morning')
    await expectFigures(page)
    await expectCount(page.locator('details[open] [role=toolbar]')).toBe(1)
    await list.getByRole('option', { name: 'Unity Ads' }).click()
    await expectPath(page).toBe('/dashboard/morning?network=unityads')
  })

  test('of an account without figures tells how to import some', async () => {
    const { page } = await visit('/dashboard/morning', { as: novice })
    await page.getByRole('heading', { name: 'No figures yet' }).waitFor()
  })

  test('is the first page', async () => {
    const { page } = await visit('/')
    await expectPath(page).toBe('/dashboard/morning')
    const current = page.getByRole('navigation').locator('[aria-current=page]')
    await expectTexts(current).toEqual(['Morning'])
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expectPath(page).toBe('/dashboard')
  })

  test('that is slow shows a placeholder; one that fails shows the error, and can be tried again', async () => {
    const { page } = await visit('/dashboard/nothing')
    const held: Route[] = []
    await page.route(morning, (route) => void held.push(route))
    await page.getByRole('link', { name: 'Morning' }).click()
    await expectCount(page.locator('.skeleton')).toBe(4)
    await eventually(() => held.length).toBe(1)
    for (const route of held) await route.fulfill(failure)
    const alert = page.getByRole('alert')
    await expectText(alert.locator('p')).toBe('The disk is full.')
    await page.unroute(morning)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectFigures(page)
    await expectCount(alert).toBe(0)
  })

  test('is usable by keyboard alone', async () => {
    const { page } = await visit('/dashboard/morning')
    await figure(page, 'yesterday').waitFor()
    const focused = page.locator(':focus')
    const seen: string[] = []
    for (let steps = 0; steps < 80; steps++) {
      await page.keyboard.press('Tab')
      const text = tidy((await focused.textContent()) ?? '')
      if (text.endsWith('a week earlier')) {
        await page.keyboard.press('Enter')
        await eventually(() => focused.locator('..').getAttribute('open')).toBe('')
      }
      seen.push((await focused.getAttribute('aria-label')) ?? text)
      if (text === 'Filters') break
    }
    for (const wanted of ['Yesterday: figures', 'Month to date: what changed', 'Filters']) {
      expect(seen).toContain(wanted)
    }
  })

  test.each([375, 768, 1280])('fits %i px', async (width) => {
    const { page } = await visit('/dashboard/morning', { viewport: { width, height: 900 } })
    await figure(page, 'yesterday').waitFor()
    const over = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(over).toBe(0)
  })
})
