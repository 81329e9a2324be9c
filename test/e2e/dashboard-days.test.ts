import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { daysFrom, type Line, missingDay, zeroDay } from '../fixtures/dashboard-figures.ts'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  expectTexts,
} from '../fixtures/dashboard-page.ts'
import { nameOf, shownDay, shownLongDay, shownMetric } from '../fixtures/dashboard-shown.ts'
import { groupsOf, linesIn, sumOf, usualDays } from '../fixtures/dashboard-sums.ts'

const cellOf = (lines: readonly Line[]): string =>
  lines.length === 0 ? '–' : shownMetric('revenue', sumOf(lines))

const state = (page: Page) => page.locator('.day-note-state')

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
  test('a day of zeros is 0.00, and a day that was not reported is a dash', async () => {
    const { page } = await visit('/dashboard?rows=date&compare=none')
    const cells = (day: string) => page.locator(`tr[data-key="${day}"] td`)
    await expectTexts(cells(zeroDay)).toEqual(['$0.00', '0.0%', '$0.00', '0', '0', '0.00%'])
    await expectTexts(page.locator('table.report tbody th')).toEqual(
      daysFrom(usualDays.from, usualDays.to)
        .filter((day) => day !== missingDay)
        .map(shownDay),
    )
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
      const total = lines.length > 0 ? cellOf(lines) : 'No figures'
      await expectText(note.locator('.day-note-total')).toBe(total)
      const keys = groupsOf(linesIn(usualDays), 'network').map(({ key }) => key)
      const expected = keys.flatMap((key) => {
        const own = lines.filter((line) => line.network === key)
        return own.length > 0 ? [nameOf(key) + cellOf(own)] : []
      })
      await expectTexts(note.locator('li:not([data-waiting])')).toEqual(expected)
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
    await expectText(note.locator('[data-waiting]')).toMatch(/^Mintegral ?waiting/)
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
      ['2026-02-19', '2026-02-21', ['Not reported', 'Waiting for a network']],
      ['2026-03-01', '2026-03-05', ['May still change']],
      ['2026-03-07', '2026-03-08', ['May still change']],
      [
        usualDays.from,
        usualDays.to,
        ['May still change', 'Not reported', 'Waiting for a network', '▲▼Unusual day'],
      ],
    ] as const) {
      await page.goto(
        `${site().url}/dashboard?start_date=${from}&end_date=${to}&rows=platform&compare=none`,
      )
      const keys = groupsOf(linesIn({ from, to }), 'platform').map(({ key }) => nameOf(key))
      await expectTexts(page.locator('.days-chart .legend li')).toEqual([...keys, ...marks])
    }
  })

  test('filtering by a network hides the marks of other networks', async () => {
    const days = 'start_date=2026-03-05&end_date=2026-03-09'
    const { page } = await visit(`/dashboard?${days}`)
    for (const [filter, text, lacking] of [
      ['', 'Some networks have not reported', ['mintegral']],
      ['&network=admob', 'May still change', []],
    ] as const) {
      await page.goto(`${site().url}/dashboard?${days}${filter}`)
      await page.getByRole('group', { name: /^Revenue by day/ }).press('End')
      await expectText(state(page)).toBe(text)
      const waiting = page.locator('.day-note [data-waiting]')
      expect(
        await waiting.evaluateAll((all) => all.map((one) => one.getAttribute('data-waiting'))),
      ).toEqual(lacking)
    }
  })
})
