import fc from 'fast-check'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { allLines, dayAfter, daysFrom, firstDay } from '../fixtures/dashboard-figures.ts'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  settled,
  textOf,
} from '../fixtures/dashboard-page.ts'
import { shownChange, shownMetric } from '../fixtures/dashboard-shown.ts'
import {
  growth,
  isReported,
  likeWithLike,
  linesIn,
  monthBefore,
  type OtherDay,
  type Span,
  sumOf,
  type Wanted,
  weeksBefore,
} from '../fixtures/dashboard-sums.ts'

const compared = (page: Page) => page.locator('[data-metric=revenue] .key-before')
const revenue = (page: Page) => page.locator('[data-metric=revenue] .key-figure')
const words = (page: Page) => page.locator('.comparison-words')
const picker = (page: Page) =>
  page.getByRole('toolbar').getByRole('button', { name: /^Compared with/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Compared with' })
const comparison = '**/dashboard/api/comparison?*'
const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }

/** The text of a card's change. It names the sum of the compared days if they are not the whole range. */
function expectedChange(span: Span, otherOf: OtherDay, wanted: Wanted = {}): string {
  const [total, like] = [linesIn(span, wanted), likeWithLike(span, otherOf, wanted)]
  const [now, old] = [sumOf(like.now), sumOf(like.old)]
  const networks = wanted.network ?? [...new Set(allLines.map(({ network }) => network))]
  const days = daysFrom(span.from, span.to)
  const comparable = days.filter((day) => {
    const other = otherOf(day)
    return other !== null && networks.some((one) => isReported(one, day) && isReported(one, other))
  })
  if (comparable.length === 0) return 'Nothing to compare'
  const isPart = sumOf(total).micros !== now.micros || sumOf(total).impressions !== now.impressions
  const to = isPart ? ` to ${shownMetric('revenue', now)}` : ''
  const few =
    comparable.length < 0.8 * days.length
      ? `${comparable.length} of ${days.length} days comparable`
      : ''
  return `${shownChange(growth('revenue', now, old))}${few}${to} from ${shownMetric('revenue', old)}`
}

describeDashboard('a comparison', ({ visit }) => {
  test('of days that networks have reported, and says which are left out', async () => {
    const { page } = await visit('/dashboard')
    const span = { from: '2026-02-10', to: '2026-03-09' }
    await expectText(compared(page)).toBe(expectedChange(span, weeksBefore(4)))
    await expectText(words(page)).toBe(
      'Compared with the same weekdays before, Jan 13 – Feb 9, 2026: 27 of 28 days, each with networks that have reported both.' +
        'Left out: Feb 20, 2026 (not reported in both ranges); Mintegral Mar 7 – 9, 2026 (not reported).',
    )
  })

  test('with a range that has few figures counts only their days', async () => {
    const { page } = await visit(
      '/dashboard?start_date=2026-02-10&end_date=2026-03-09&compare=2025-12-15',
    )
    const span = { from: '2026-02-10', to: '2026-03-09' }
    const change = expectedChange(span, (day) => dayAfter(day, -57))
    expect(change).toContain(' to $')
    await expectText(compared(page)).toBe(change)
    await expectText(words(page)).toMatch(
      /^Compared with Dec 15, 2025 – Jan 11, 2026: 12 of 28 days/,
    )
  })

  test('with days before all figures has no percentage', async () => {
    const { page } = await visit('/dashboard?days=last_365')
    await expectText(compared(page)).toBe('Nothing to compare')
    await expectText(words(page)).toContain('no network has reported both')
    await expectTexts(page.locator('table.report tbody td:nth-of-type(3)')).toEqual(
      Array(5).fill('–'),
    )
  })

  test.each([
    'start_date=2026-03-10&end_date=2026-03-10',
    'start_date=2026-02-20&end_date=2026-02-20',
  ])('of days without reports (%s) is none, and not -100%%', async (query) => {
    const { page } = await visit(`/dashboard?${query}`)
    await expectText(compared(page)).toBe('Nothing to compare')
    expect(await page.getByText('-100').count()).toBe(0)
  })

  test('of this month is one with the same days of last month, without today', async () => {
    const { page } = await visit('/dashboard?days=month_to_date')
    const span = { from: '2026-03-01', to: '2026-03-09' }
    await expectText(revenue(page)).toBe(shownMetric('revenue', sumOf(linesIn(span))))
    await expectText(compared(page)).toBe(expectedChange(span, monthBefore))
    await expectText(words(page)).toMatch(
      /^Compared with the same days of the month before, Feb 1 – 10, 2026: 9 of 10 days.*Mar 10, 2026 \(not over\)/,
    )
  })

  test('of last month is one with the same days of the month before it', async () => {
    const { page } = await visit('/dashboard?days=previous_month')
    const span = { from: '2026-02-01', to: '2026-02-28' }
    await expectText(compared(page)).toBe(expectedChange(span, monthBefore))
    await expectText(words(page)).toMatch(/Jan 1 – 28, 2026: 27 of 28 days/)
  })

  test('is chosen, is in the address, and is kept from page to page', async () => {
    const { page } = await visit('/dashboard?days=last_7')
    await settled(page)
    await expectText(picker(page)).toBe('Compared withThe same weekdays before')
    await picker(page).click()
    await dialog(page).getByRole('button', { name: 'The same days of the month before' }).click()
    await expectPath(page).toBe('/dashboard?days=last_7&compare=previous_month')
    const span = { from: '2026-03-03', to: '2026-03-09' }
    await expectText(compared(page)).toBe(expectedChange(span, monthBefore))
    await page.getByRole('link', { name: 'What changed' }).click()
    await expectPath(page).toBe('/dashboard/changes?days=last_7&compare=previous_month')
    await expectText(words(page)).toContain('the same days of the month before, Feb 3 – 9, 2026')
    // The usual one is not in the address.
    await picker(page).click()
    await dialog(page).getByRole('button', { name: 'The same weekdays before' }).click()
    await expectPath(page).toBe('/dashboard/changes?days=last_7')
    await page.goBack()
    await expectPath(page).toBe('/dashboard/changes?days=last_7&compare=previous_month')
  })

  test('with any days before is chosen by their first one, by keyboard alone', async () => {
    const { page } = await visit('/dashboard?start_date=2026-03-02&end_date=2026-03-04')
    await settled(page)
    await picker(page).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('grid').waitFor()
    const focused = page.locator(':focus')
    for (let steps = 0; steps < 15; steps++) {
      if ((await focused.getAttribute('aria-label'))?.includes('March 1, 2026')) break
      await page.keyboard.press('Tab')
    }
    // The last day before the range; later ones cannot be chosen.
    await eventually(() => focused.getAttribute('aria-label')).toMatch(/March 1, 2026/)
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key)
    await expectPath(page).toBe(
      '/dashboard?start_date=2026-03-02&end_date=2026-03-04&compare=2026-02-22',
    )
    await expectText(picker(page)).toMatch(/^Compared withFeb 22 – 24, 2026$/)
    await expectText(words(page)).toMatch(/^Compared with Feb 22 – 24, 2026: all 3 days/)
    await expectText(focused).toMatch(/^Compared with/)
  })

  test('with a day that is not before the range is the usual one', async () => {
    const { page } = await visit('/dashboard?days=last_7&compare=2026-03-09')
    await expectText(words(page)).toContain('the same weekdays before')
  })
})

/** A view at random: days, what they are compared with, and filters. */
const drawnView = fc.record({
  first: fc.integer({ min: 5, max: 60 }),
  length: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 28 })),
  compare: fc.constantFrom(
    'previous_period',
    'previous_weekdays',
    'previous_month',
    'previous_year',
  ),
  wanted: fc.constantFrom<Wanted>(
    ...[{}, {}, { network: ['mintegral'] }, { network: ['admob', 'ownnet'] }, { country: ['US'] }],
    ...[{ app_id: ['hop-ios'], network: ['unityads'] }, { ad_format: ['native', 'banner'] }],
  ),
})

const otherDays: Readonly<Record<string, (length: number) => OtherDay>> = {
  previous_period: (length) => (day) => dayAfter(day, -length),
  previous_weekdays: (length) => weeksBefore(Math.ceil(length / 7)),
  previous_month: () => monthBefore,
  previous_year: () => (day) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`,
}

describeDashboard('views at random', ({ visit, site }) => {
  test('compare like with like', async () => {
    const { page } = await visit('/dashboard/nothing')
    const views = fc.sample(drawnView, { numRuns: 12, seed: 19 })
    for (const { first, length, compare, wanted } of views) {
      const from = dayAfter(firstDay, first)
      const span = { from, to: dayAfter(from, Math.min(length, 69 - first) - 1) }
      const count = daysFrom(span.from, span.to).length
      const parameters = { ...span, compare, ...wanted }
      const query = new URLSearchParams(
        Object.entries(parameters).map(([name, value]) => [name, `${value}`] as [string, string]),
      )
      await page.goto(`${site().url}/dashboard?${query}`)
      await expectText(compared(page)).toBe(
        expectedChange(span, otherDays[compare]!(count), wanted),
      )
    }
  })
})

describeDashboard('a comparison that is slow or fails', ({ visit }) => {
  test('does not hold up figures', async () => {
    const { page } = await visit('/dashboard/nothing')
    const held: Route[] = []
    await page.route(comparison, (route) => void held.push(route))
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    const span = { from: '2026-02-10', to: '2026-03-09' }
    await expectText(revenue(page)).toBe(shownMetric('revenue', sumOf(linesIn(span))))
    await expectText(compared(page)).toBe(expectedChange(span, weeksBefore(4)))
    await expectCount(words(page)).toBe(0)
    for (const route of held) await route.continue()
    await expectText(words(page)).toContain('27 of 28 days')
  })

  test('is named, and can be tried again', async () => {
    const { page } = await visit('/dashboard/nothing')
    await page.route(comparison, (route) => route.fulfill(failure))
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    const alert = page.getByRole('alert')
    await expectText(alert).toContain('The comparison could not be loaded. The disk is full.')
    await expectText(compared(page)).toMatch(/^[▲▼]/)
    await page.unroute(comparison)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectText(words(page)).toContain('27 of 28 days')
    await expectCount(alert).toBe(0)
  })

  test('is never of other days than the figures', async () => {
    const { page } = await visit('/dashboard?days=last_90')
    await expectText(compared(page)).toMatch(/^Nothing/)
    await expectText(words(page)).toContain('no network has reported both')
    const held: Route[] = []
    await page.route('**/dashboard/api/report?*', (route) => void held.push(route))
    const answered = page.waitForResponse(comparison)
    await page.getByRole('toolbar').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await answered
    await page.locator('.answer.old[aria-busy=true]').first().waitFor()
    // Two frames: one renders the answer, the next one would show it.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    expect(await textOf(compared(page))).toBe('Nothing to compare')
    expect(await textOf(words(page))).toContain('no network has reported both')
    for (const route of held) await route.continue()
    await expectText(compared(page)).toMatch(/^[▲▼]/)
    await expectText(words(page)).not.toContain('no network')
  })
})
