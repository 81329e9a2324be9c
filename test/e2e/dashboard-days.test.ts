import type { Page } from 'playwright-core'
import { test } from 'vitest'
import {
  type Breakdown,
  breakdowns,
  daysFrom,
  type Line,
  late,
  missingDay,
  zeroDay,
} from '../fixtures/dashboard-figures.ts'
import {
  cellsOf,
  choose,
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  expectTexts,
  settled,
} from '../fixtures/dashboard-page.ts'
import { nameOf, shownDay, shownLongDay, shownMetric, titles } from '../fixtures/dashboard-shown.ts'
import { groupsOf, linesIn, sumOf, usualDays } from '../fixtures/dashboard-sums.ts'

type Metric = 'revenue' | 'ecpm'

const maxSeries = 8

const cellOf = (metric: Metric, lines: readonly Line[]): string =>
  lines.length === 0 ? '–' : shownMetric(metric, sumOf(lines))

function stateOf(day: string, metric: Metric): string {
  if (day === missingDay) return 'nothing reported'
  if (day === zeroDay && metric === 'revenue') return 'final, unusual'
  if (day > late.lastDay) return 'incomplete'
  return day >= '2026-03-04' ? 'not final' : 'final'
}

/** The expected days table, latest day first, with totals. */
function expectedTable(by: Breakdown, metric: Metric): string[][] {
  const lines = linesIn(usualDays)
  const keys = groupsOf(lines, by).map(({ key }) => key)
  const [own, others] = [keys.slice(0, maxSeries), keys.slice(maxSeries)]
  const rows = daysFrom(usualDays.from, usualDays.to).map((day) => {
    const ofDay = lines.filter((line) => line.day === day)
    const ofKeys = (...wanted: string[]) => ofDay.filter((line) => wanted.includes(line[by]))
    return [
      shownDay(day),
      cellOf(metric, ofDay),
      ...own.map((key) => cellOf(metric, ofKeys(key))),
      ...(others.length > 0 ? [cellOf(metric, ofKeys(...others))] : []),
      stateOf(day, metric),
    ]
  })
  const rest = others.length > 0 ? ['All others'] : []
  const ofAll = (...wanted: string[]) =>
    cellOf(
      metric,
      lines.filter((line) => wanted.includes(line[by])),
    )
  const totals = [
    ...['Total', cellOf(metric, lines), ...own.map((key) => ofAll(key))],
    ...(others.length > 0 ? [ofAll(...others)] : []),
  ]
  const head = ['Day', 'Total', ...own.map(nameOf), ...rest, 'State']
  return [head, ...rows.reverse(), [...totals, '']]
}

const table = (page: Page) => page.getByRole('region', { name: 'Figures by day' })

/** The colours of what is drawn of each group. */
const coloursOf = (page: Page): Promise<string[]> =>
  page.locator('[data-series] path:first-child').evaluateAll((paths) =>
    paths.flatMap((path) => {
      const { fill, stroke } = path.ownerDocument.defaultView!.getComputedStyle(path)
      return path.getAttribute('d')
        ? [fill === 'none' || fill === 'rgba(0, 0, 0, 0)' ? stroke : fill]
        : []
    }),
  )

describeDashboard('figures by day', ({ visit, site }) => {
  test('the table shows revenue and eCPM of every day, for every breakdown', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await choose(page, 'Show as', 'Table')
    for (const by of breakdowns) {
      await choose(page, 'Break down by', titles[by])
      for (const [metric, title] of [['ecpm', 'eCPM'] as const, ['revenue', 'Revenue'] as const]) {
        await choose(page, 'Metric', title)
        await eventually(() => cellsOf(table(page))).toEqual(expectedTable(by, metric))
      }
    }
  })

  test('a day of zeros is 0.00, and a day that was not reported is a dash', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await choose(page, 'Show as', 'Table')
    const cells = (day: string) => table(page).locator(`tr[data-day="${day}"] td`)
    const five = (text: string) => Array.from({ length: 6 }, () => text)
    await expectTexts(cells(zeroDay)).toEqual([...five('$0.00'), 'final, unusual'])
    await expectTexts(cells(missingDay)).toEqual([...five('–'), 'nothing reported'])
    await choose(page, 'Metric', 'eCPM')
    await expectTexts(cells(zeroDay)).toEqual([...five('–'), 'final'])
  })

  test.each(['revenue', 'ecpm'])('the chart of %s has a colour for each group', async (chart) => {
    const { page } = await visit(`/dashboard?plot=${chart}`)
    await eventually(async () => new Set(await coloursOf(page)).size).toBe(5)
  })

  test('arrow keys move through the days of the chart and show their figures', async () => {
    const { page } = await visit('/dashboard')
    const chart = page.getByRole('group', { name: /^Revenue by day\. Use the arrow keys/ })
    const note = page.locator('.day-note')
    await chart.focus()
    const expectNote = async (day: string) => {
      const lines = linesIn({ from: day, to: day })
      await expectText(note.locator('.day-note-day')).toBe(shownLongDay(day))
      const total = lines.length > 0 ? cellOf('revenue', lines) : 'No figures'
      await expectText(note.locator('.day-note-total')).toBe(total)
      const keys = groupsOf(linesIn(usualDays), 'network').map(({ key }) => key)
      const expected = keys.flatMap((key) => {
        const own = lines.filter((line) => line.network === key)
        return own.length > 0 ? [nameOf(key) + cellOf('revenue', own)] : []
      })
      await expectTexts(note.locator('li')).toEqual(expected)
    }
    const walk: readonly [key: string, day: string][] = [
      ['ArrowRight', usualDays.from],
      ['ArrowRight', '2026-02-11'],
      ['ArrowLeft', usualDays.from],
      ['ArrowLeft', usualDays.from],
      ['PageDown', '2026-02-17'],
      ['PageUp', usualDays.from],
      ['End', usualDays.to],
      ['ArrowRight', usualDays.to],
      ['Home', usualDays.from],
    ]
    for (const [key, day] of walk) {
      await page.keyboard.press(key)
      await expectNote(day)
    }
    await page.keyboard.press('Escape')
    await expectCount(note).toBe(0)
    await page.keyboard.press('ArrowLeft')
    await expectNote(usualDays.to)
    const state = note.locator('.day-note-state')
    await expectText(state).toMatch(/: Mintegral$/)
  })

  test('the pointer selects the day under it', async () => {
    const { page } = await visit('/dashboard?start_date=2026-02-18&end_date=2026-02-21')
    const chart = page.locator('.plot')
    await chart.waitFor()
    const { width, height } = (await chart.boundingBox())!
    for (const [place, day] of daysFrom('2026-02-18', '2026-02-21').entries()) {
      // The axis takes 64 pixels, the other end 12.
      const x = 64 + ((place + 0.5) / 4) * (width - 76)
      await chart.hover({ position: { x, y: height / 2 } })
      await expectText(page.locator('.day-note-day')).toBe(shownLongDay(day))
    }
  })

  test('the legend explains only the marks that the chart uses', async () => {
    const { page } = await visit('/dashboard')
    for (const [from, to, marks] of [
      ['2026-01-05', '2026-01-11', []],
      ['2026-02-19', '2026-02-21', ['Not reported']],
      ['2026-03-01', '2026-03-05', ['Not final']],
      ['2026-03-07', '2026-03-08', ['Not final']],
      [usualDays.from, usualDays.to, ['Not final', 'Not reported', '▲▼Unusual day']],
    ] as const) {
      await page.goto(`${site().url}/dashboard?start_date=${from}&end_date=${to}&rows=platform`)
      const keys = groupsOf(linesIn({ from, to }), 'platform').map(({ key }) => nameOf(key))
      await expectTexts(page.locator('.days-chart .legend li')).toEqual([...keys, ...marks])
    }
  })

  test('filtering by a network hides the marks of other networks', async () => {
    const { page } = await visit(
      '/dashboard?start_date=2026-03-07&end_date=2026-03-09&network=admob',
    )
    await settled(page)
    await choose(page, 'Show as', 'Table')
    await expectTexts(table(page).locator('tbody td:last-child')).toEqual([
      ...['not final', 'not final', 'not final'],
    ])
  })
})
