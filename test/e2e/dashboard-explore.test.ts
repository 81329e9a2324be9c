import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  choose,
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  settled,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { shownMetric } from '../fixtures/dashboard-shown.ts'
import { novice } from '../fixtures/dashboard-site.ts'
import {
  likeWithLike,
  monthBefore,
  sumOf,
  usualDays,
  weeksBefore,
} from '../fixtures/dashboard-sums.ts'
import { reportPath } from '../fixtures/report-endpoint.ts'
import {
  type ReportedAnswer,
  readReported,
  shownChangeOf,
  shownFigure,
  shownValue,
} from '../fixtures/reported-figures.ts'

const start = '/dashboard/explore'
const table = (page: Page) => page.locator('table.report')
const chart = (page: Page) => page.getByRole('group', { name: /Use the arrow keys/ })
const steps = (page: Page) => page.locator('.trail li')

/** Expects that no line ends within a word. */
const expectWholeWords = (cells: Locator) =>
  eventually(() =>
    cells.evaluateAll((all) =>
      all.flatMap((cell) => {
        const text = cell.querySelector('button')!.firstChild!
        return [...text.textContent!.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
          const range = cell.ownerDocument.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return range.getClientRects().length > 1
        })
      }),
    ),
  ).toEqual([])
const usual = { start_date: usualDays.from, end_date: usualDays.to }
const usualMetrics = 'revenue,impressions,ecpm,ctr'

const comparedCells = (row: ReportedAnswer['totals']) =>
  [
    ...['revenue', 'compared_revenue', 'previous_revenue'].map((name) =>
      shownFigure('revenue', row[name]!),
    ),
    shownChangeOf(row.change_revenue!),
  ].join('')

describeDashboard('Explore', ({ visit, site }) => {
  const ask = async (query: Record<string, string>) =>
    readReported(await site().ask(reportPath, { ...usual, ...query }))

  test('shows rows, totals and what may still change', async () => {
    const { page, errors } = await visit(start)
    const { rows, totals } = await ask({
      dimensions: 'network,country',
      metrics: usualMetrics,
      order_by: 'revenue:desc',
    })
    await expectCount(table(page).locator('tbody tr')).toBe(rows.length)
    const revenue = table(page).locator('tbody td:nth-child(3)')
    await expectTexts(revenue).toEqual(rows.map((row) => shownFigure('revenue', row.revenue!)))
    const foot = table(page).locator('tfoot td')
    await expectText(foot.nth(1)).toBe(shownFigure('revenue', totals.revenue!))
    const card = page.locator('section.card', {
      has: page.getByRole('heading', { name: 'Figures' }),
    })
    const note = card.locator('.note')
    await expectText(note).toMatch(
      /^Feb 10 – Mar 9, 2026: \d+ rows. Not reported: .*Mintegral \(waiting for .* May still change: \d+ days of networks/,
    )
    expect(errors).toEqual([])
  })

  test('a value, the legend, a row and a bar filter; the way leads back, and so does the browser', async () => {
    const { page } = await visit(start)
    await settled(page)
    await table(page).getByRole('button', { name: 'Only AdMob' }).first().click()
    await expectPath(page).toBe(`${start}?network=admob&trail=network`)
    await expectTexts(steps(page)).toEqual(['Last 28 days', 'Network AdMob'])
    await settled(page)
    await chart(page).press('Home')
    await chart(page).press('Enter')
    await expectTexts(steps(page)).toEqual(['Last 28 days', 'Feb 10, 2026', 'Network AdMob'])
    await settled(page)
    await page.goBack()
    await expectPath(page).toBe(`${start}?network=admob&trail=network`)
    await settled(page)
    // The cells beside the values have no buttons.
    await table(page).locator('tbody tr').first().locator('td').last().click()
    await expectCount(steps(page)).toBe(3)
    await expectCount(table(page).locator('tbody tr')).toBe(1)
    await steps(page).first().getByRole('button').click()
    await expectPath(page).toBe(start)
    await settled(page)
    await page.getByRole('list', { name: 'Legend' }).getByRole('button').first().click()
    await expectPath(page).toMatch(/trail=network$/)
    await settled(page)
    const bar = (await page.locator('.plot').boundingBox())!
    await page.mouse.click(bar.x + bar.width * 0.6, bar.y + bar.height * 0.6)
    await expectPath(page).toMatch(
      /start_date=2026-\d\d-\d\d&end_date=2026-\d\d-\d\d&.*within=last_28/,
    )
  })

  test('rows, columns, order and the comparison are in the address', async () => {
    const { page } = await visit(start)
    await settled(page)
    const rows = page.getByRole('toolbar', { name: 'Rows and columns' })
    await rows.getByLabel('Rows').selectOption('Country')
    await expectPath(page).toBe(`${start}?rows=country,network`)
    await rows.getByLabel('Then').first().selectOption('Month')
    await rows.getByLabel('Then').last().selectOption('Format')
    await expectPath(page).toBe(`${start}?rows=country,month,ad_format`)
    await page.getByRole('button', { name: /^Compared with/ }).click()
    await page.getByRole('button', { name: 'The days right before' }).click()
    const columns = rows.getByRole('button', { name: /^Columns/ })
    await columns.click()
    for (const name of ['CTR', 'Ad requests', 'Before']) {
      await page.getByRole('dialog').getByRole('option', { name, exact: true }).click()
    }
    await page.keyboard.press('Escape')
    await expectPath(page).toBe(
      `${start}?compare=previous_period&rows=country,month,ad_format&metrics=impressions,requests,revenue,ecpm&beside=change,previous&order=-revenue&plot=revenue`,
    )
    await settled(page)
    await table(page).getByRole('button', { name: 'Month' }).click()
    await expectPath(page).toContain('order=month')
    await rows.getByLabel('Conditions').fill('revenue >= 1, impressions:gt:100')
    await page.keyboard.press('Enter')
    await expectPath(page).toContain('having=revenue:gte:1,impressions:gt:100')
    await settled(page)
    await page.getByLabel('Heat map').uncheck()
    await expectCount(page.locator('[style*="--heat"]')).toBe(0)
    const before = page.url()
    await page.reload()
    await settled(page)
    expect(page.url()).toBe(before)
    expect(await rows.getByLabel('Conditions').inputValue()).toBe('revenue >= 1, impressions > 100')
    await expectTexts(table(page).locator('thead th').nth(4)).toEqual([
      'On compared days of Impressions',
    ])
    await expectCount(page.locator('path[data-line=before]')).toBe(1)
  })

  test('a dimension goes across, with the totals of rows and columns', async () => {
    const { page } = await visit(`${start}?rows=country&across=network&metrics=revenue`)
    const { rows: networks } = await ask({
      dimensions: 'network',
      metrics: 'revenue',
      order_by: 'revenue:desc',
    })
    const { rows: cells } = await ask({ dimensions: 'country,network', metrics: 'revenue' })
    await expectCount(table(page).locator('thead th')).toBe(networks.length + 2)
    const foot = await textsOf(table(page).locator('tfoot td'))
    expect(foot.slice(1)).toEqual(networks.map((row) => shownFigure('revenue', row.revenue!)))
    const germany = table(page).locator('tbody tr', { hasText: 'Germany' }).locator('td')
    expect((await textsOf(germany)).slice(1)).toEqual(
      networks.map(({ network }) => {
        const cell = cells.find((row) => row.country === 'DE' && row.network === network)
        return cell ? shownFigure('revenue', cell.revenue!) : '–'
      }),
    )
    await table(page).getByRole('button', { name: 'Only Mintegral' }).click()
    await expectPath(page).toContain('network=mintegral')
  })

  test('the keyboard alone reads the chart, chooses a week and goes back', async () => {
    const { page } = await visit(`${start}?days=last_90&grain=week&rows=network`)
    await settled(page)
    await chart(page).focus()
    await page.keyboard.press('End')
    const note = page.locator('.day-note')
    await expectText(note).toContain('Mar 9')
    await page.keyboard.press('ArrowLeft')
    await expectText(note).toContain('Mar 2')
    await page.keyboard.press('Enter')
    await expectTexts(steps(page)).toEqual(['Last 90 days', 'Mar 2 – 8, 2026'])
    await settled(page)
    await steps(page).getByRole('button', { name: 'Last 90 days' }).focus()
    await page.keyboard.press('Enter')
    await expectPath(page).toContain('days=last_90')
    await table(page).getByRole('button', { name: 'Only Unity Ads' }).focus()
    await page.keyboard.press('Enter')
    await expectPath(page).toContain('network=unityads')
  })

  test('notes and unusual days are marked on the chart, as on the overview', async () => {
    const { page } = await visit('/dashboard')
    const add = (note: object) =>
      page.request.post(`${site().url}/dashboard/api/notes/add`, { data: note })
    await add({ start_date: '2026-03-02', end_date: '2026-03-04', text: 'Price test began' })
    await add({ start_date: '2026-02-24', app_id: 'hop-ios', text: 'Featured' })
    await page.reload()
    await expectCount(page.locator('.unusual-mark')).not.toBe(0)
    const unusual = await page.locator('.unusual-mark').count()
    const notes = page.locator('.plot [data-note]')
    await page.goto(`${site().url}${start}`)
    await settled(page)
    await expectCount(page.locator('.unusual-mark')).toBe(unusual)
    await expectCount(notes).toBe(2)
    await expectTexts(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toEqual([
      ...['Feb 24Featured · Hop · iOS', expect.stringMatching(/^Mar 2 – 4, 2026Price test began$/)],
    ])
    await expectText(page.getByRole('list', { name: 'Legend' })).toMatch(/Unusual day.*Note$/)
    await chart(page).focus()
    for (const key of ['Home', ...Array.from({ length: 5 }, () => 'ArrowRight')])
      await page.keyboard.press(key)
    // The day of zeros.
    await expectText(page.locator('.day-note')).toMatch(/February 15, 2026.*Unusual: \$.* expected/)
    for (const key of ['End', ...Array.from({ length: 6 }, () => 'ArrowLeft')])
      await page.keyboard.press(key)
    await expectText(page.locator('.day-note')).toMatch(/March 3, 2026.*Price test began$/)
    // A week is not an unusual day, and another metric has none.
    await page.goto(`${site().url}${start}?grain=week&app_id=hop-android`)
    await settled(page)
    await expectCount(notes).toBe(1)
    await expectCount(page.locator('.unusual-mark')).toBe(0)
    await page.goto(`${site().url}${start}?plot=impressions`)
    await settled(page)
    await expectCount(notes).toBe(2)
    await expectCount(page.locator('.unusual-mark')).toBe(0)
  })

  test('side by side shows a chart and a table of each range, with one scale', async () => {
    const { page } = await visit(`${start}?rows=network&metrics=revenue`, {
      viewport: { width: 1_280, height: 800 },
    })
    await page.getByLabel('Side by side').check()
    await expectPath(page).toBe(
      `${start}?compare=usual&rows=network&metrics=revenue&side_by_side=on`,
    )
    await page.reload()
    await settled(page)
    const titles = page.locator('section.card h2')
    await expectTexts(titles).toEqual([
      ...['Revenue over time: Feb 10 – Mar 9, 2026', 'Revenue over time: Jan 13 – Feb 9, 2026'],
      ...['Figures: Feb 10 – Mar 9, 2026', 'Figures: Jan 13 – Feb 9, 2026'],
    ])
    const before = { start_date: '2026-01-13', end_date: '2026-02-09' }
    const answers = [
      await ask({ metrics: 'revenue' }),
      await ask({ ...before, metrics: 'revenue' }),
    ]
    await expectTexts(table(page).locator('tfoot td')).toEqual(
      answers.map(({ totals }) => shownFigure('revenue', totals.revenue!)),
    )
    // Each row has the same key in both tables.
    const heads = (nth: number) => textsOf(table(page).nth(nth).locator('tbody th'))
    expect(await heads(0)).toEqual(await heads(1))
    const boxes = async () =>
      Promise.all([0, 1, 2, 3].map(async (nth) => (await titles.nth(nth).boundingBox())!))
    const wide = await boxes()
    expect([wide[0]!.y, wide[2]!.y]).toEqual([wide[1]!.y, wide[3]!.y])
    expect(wide[1]!.x).toBeGreaterThan(640)
    await page.setViewportSize({ width: 375, height: 800 })
    await eventually(async () => new Set((await boxes()).map(({ x }) => x)).size).toBe(1)
    await table(page).last().getByRole('button', { name: 'Only AdMob' }).click()
    await expectPath(page).toContain('side_by_side=on')
    await expectTexts(table(page).locator('tbody th')).toEqual(['AdMob', 'AdMob'])
    // Days of the range before are shown alone.
    await chart(page).last().press('Home')
    await chart(page).last().press('Enter')
    await expectPath(page).toMatch(
      /start_date=2026-01-13&end_date=2026-01-13&(?!.*(compare|side_by_side))/,
    )
    await page.goBack()
    await expectPath(page).toContain('side_by_side=on')
    // The day before has zeros only.
    await page.goto(
      `${site().url}${start}?start_date=2026-02-16&end_date=2026-02-16&compare=previous_weekdays&side_by_side=on`,
    )
    await expectCount(page.locator('.plot')).toBe(2)
    const scale = (nth: number) =>
      textsOf(page.locator('.plot').nth(nth).locator('.visx-axis-left text'))
    await eventually(async () => (await scale(1)).join()).toBe((await scale(0)).join())
  })

  test('a click on the head of a change sorts by it, and so does the report URL', async () => {
    const { page } = await visit(
      `${start}?rows=country&metrics=revenue,ecpm&compare=previous_weekdays`,
    )
    await settled(page)
    const head = (name: string) => table(page).locator('thead').getByRole('button', { name })
    await head('Change of Revenue').click()
    await expectPath(page).toContain('order=-change_revenue')
    const asked = { dimensions: 'country', metrics: 'revenue,ecpm', compare: 'previous_weekdays' }
    const sorted = { ...asked, compare_days: 'reported', order_by: 'change_revenue:desc' }
    const { rows } = await ask(sorted)
    await expectTexts(table(page).locator('tbody th')).toEqual(
      rows.map(({ country }) => shownValue('country', country!)),
    )
    const changes = rows.flatMap((row) => row.change_revenue ?? [])
    expect(changes.length).toBeGreaterThan(2)
    expect(changes).toEqual([...changes].sort((a, b) => Number(b) - Number(a)))
    await page.getByRole('button', { name: 'Report URL' }).click()
    await expectText(page.getByTestId('report-url')).toContain(
      'order_by=change_revenue:desc&compare=previous_weekdays&compare_days=reported',
    )
    // Changes of ratios are not sorted by.
    await expectCount(head('Change of eCPM')).toBe(0)
  })

  test('rows side by side have gaps where only one range has figures', async () => {
    // Mintegral has not reported these days.
    const { page } = await visit(
      `${start}?start_date=2026-03-07&end_date=2026-03-09&rows=network&metrics=impressions&compare=previous_weekdays&side_by_side=on`,
      { viewport: { width: 1_280, height: 2_000 } },
    )
    const { rows } = await ask({
      start_date: '2026-03-07',
      end_date: '2026-03-09',
      dimensions: 'network',
      metrics: 'impressions',
      order_by: 'impressions:desc',
      compare: 'previous_weekdays',
    })
    expect(rows.at(-1)).toMatchObject({ network: 'mintegral', impressions: null })
    for (const [nth, name] of ['impressions', 'previous_impressions'].entries()) {
      await expectTexts(table(page).nth(nth).locator('tbody tr')).toEqual(
        rows.map(
          (row) => shownValue('network', row.network!) + shownFigure('impressions', row[name]!),
        ),
      )
    }
  })

  test('days side by side are those of each range', async () => {
    const { page } = await visit(
      `${start}?start_date=2026-02-01&end_date=2026-03-09&rows=month&metrics=revenue&compare=previous_weekdays&side_by_side=on`,
      { viewport: { width: 1_280, height: 2_000 } },
    )
    // The range before begins in the middle of a week, and of a month.
    const spans: [string, string][] = [
      ['2026-02-01', '2026-03-09'],
      ['2025-12-21', '2026-01-26'],
    ]
    for (const [nth, [start_date, end_date]] of spans.entries()) {
      const { rows } = await ask({ start_date, end_date, dimensions: 'month', metrics: 'revenue' })
      await expectTexts(table(page).nth(nth).locator('tbody tr')).toEqual(
        rows.map((row) => shownValue('month', row.month!) + shownFigure('revenue', row.revenue!)),
      )
    }
  })

  test.each([375, 768])(
    'tables scroll within their frame beside the heads of rows, at %i px',
    async (width) => {
      const { page } = await visit(`${start}?rows=app_id,country,network&compare=previous_year`, {
        viewport: { width, height: 800 },
      })
      for (const path of ['', `${start}?rows=country&across=date`]) {
        if (path) await page.goto(site().url + path)
        await settled(page)
        await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        await expectWholeWords(table(page).locator('tbody th'))
        const frame = page
          .getByRole('region', { name: 'Figures' })
          .filter({ has: page.locator('table') })
          .last()
        // The first figure is in view before.
        const figure = (await table(page).locator('tbody td.number').first().boundingBox())!
        const room = (await frame.boundingBox())!
        expect(figure.x + figure.width).toBeLessThanOrEqual(room.x + room.width)
        await frame.evaluate((one) => one.scrollTo({ left: one.scrollWidth }))
        const [head, last] = ['th', 'td:last-child'].map((cell) =>
          table(page).locator('tbody tr').first().locator(cell),
        )
        await eventually(async () => (await head!.boundingBox())!.x).toBeCloseTo(room.x, 0)
        const { x, width: wide } = (await last!.boundingBox())!
        // Browsers scroll by whole pixels.
        expect(Math.abs(x + wide - room.x - room.width)).toBeLessThan(1)
      }
    },
  )

  test.each([
    ['previous_weekdays', 'previous_weekdays', weeksBefore(4)],
    ['previous_month', 'previous_month', monthBefore],
  ])(
    'the comparison with %s is like with like, as on the overview',
    async (basis, compare, otherOf) => {
      // Mintegral has not reported the last days.
      const { page } = await visit(`/dashboard?compare=${basis}`)
      const words = page.locator('.comparison-words')
      await expectText(words).toContain('Mintegral')
      const said = (await words.textContent())!
      const query = 'rows=network&metrics=revenue&beside=previous,change'
      await page.goto(`${site().url}${start}?${query}&compare=${basis}`)
      await expectText(words).toBe(said)
      const asked = { dimensions: 'network', metrics: 'revenue', order_by: 'revenue:desc', compare }
      const { rows, totals } = await ask({ ...asked, compare_days: 'reported' })
      await expectTexts(table(page).locator('tbody tr')).toEqual(
        rows.map((row) => `${shownValue('network', row.network!)}${comparedCells(row)}`),
      )
      await expectTexts(table(page).locator('tfoot tr')).toEqual([`Total${comparedCells(totals)}`])
      const { now, old } = likeWithLike(usualDays, otherOf)
      expect(comparedCells(totals)).toContain(
        shownMetric('revenue', sumOf(now)) + shownMetric('revenue', sumOf(old)),
      )
      // A comparison of all days takes what was not reported for a drop.
      const all = await ask({ metrics: 'revenue', compare })
      expect(all.totals.change_revenue).not.toBe(totals.change_revenue)
    },
  )

  test('what cannot be shown is named, and an account without figures sees how to import', async () => {
    const { page } = await visit(`${start}?rows=network,moon&country=USA&order=-fun`)
    await expectTexts(page.getByRole('status').filter({ hasText: 'Ignored' })).toEqual([
      ...['Ignored in this link: country USA', 'Ignored in this link: rows moon, order -fun'],
    ])
    const empty = await visit(start, { as: novice })
    await empty.page.getByRole('heading', { name: 'No figures yet' }).waitFor()
    await page.goto(`${site().url}${start}?network=nobody`)
    await page.getByRole('heading', { name: 'No figures' }).waitFor()
  })

  test('the chart shows another metric by another time', async () => {
    const { page } = await visit(start)
    await settled(page)
    await page.getByLabel('Metric of the chart').selectOption('Fill rate')
    await choose(page, 'Chart by', 'Month')
    await expectPath(page).toBe(`${start}?plot=fill_rate&grain=month`)
    await page.getByRole('heading', { name: 'Fill rate over time' }).waitFor()
  })
})
