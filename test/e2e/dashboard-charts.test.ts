import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setFinality } from '../../src/use-cases/set-finality.ts'
import { late } from '../fixtures/dashboard-figures.ts'
import {
  choose,
  describeDashboard,
  eventually,
  expectText,
  expectTexts,
  settled,
} from '../fixtures/dashboard-page.ts'
import { luminance } from './text-contrast.ts'

const plot = (page: Page) => page.locator('.plot')

/** Where the chart, the note of a bar and the line in the middle of this bar are, at one moment. */
const boxesOfNote = (
  page: Page,
): Promise<Record<'note' | 'line' | 'chart', Record<'x' | 'y' | 'width' | 'height', number>>> =>
  page.evaluate(`({
    note: document.querySelector('.day-note').getBoundingClientRect().toJSON(),
    line: [...document.querySelectorAll('.plot line')].at(-1).getBoundingClientRect().toJSON(),
    chart: document.querySelector('.plot').getBoundingClientRect().toJSON(),
  })`)
const series = (page: Page, network: string) => page.locator(`[data-series="${network}"]`)
const legend = (page: Page) => page.locator('.days-chart .legend')
const yesterday = '/dashboard?days=yesterday'

/** How many bars of a series have a mark. */
const barsIn = async (path: Locator) => ((await path.getAttribute('d')) ?? '').split('M').length - 1
const bars = (page: Page, network: string) => barsIn(series(page, network).locator('path').first())
const openBars = (page: Page, network: string) =>
  barsIn(series(page, network).locator('[data-mark=open]'))

/** The value of a CSS property, as the browser computes it. */
const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate(
    (element, name) =>
      element.ownerDocument.defaultView!.getComputedStyle(element).getPropertyValue(name),
    property,
  )

const swatches = (page: Page) =>
  legend(page)
    .getByRole('button')
    .evaluateAll((groups) =>
      Object.fromEntries(
        groups.map((group) => {
          const { getComputedStyle } = group.ownerDocument.defaultView!
          return [group.textContent, getComputedStyle(group.querySelector('i')!).backgroundColor]
        }),
      ),
    )

describeDashboard('charts', ({ visit, site }) => {
  beforeAll(async () => {
    // Mintegral takes long; the others have their figures final after seven days.
    const { call } = site().installation
    await call(setFinality, { network: late.network, days: 60 })
  })

  test.each([1, 2, 3])('have labels of readable size at a resolution of %i', async (scale) => {
    const { page } = await visit('/dashboard', { deviceScaleFactor: scale })
    const labels = plot(page).locator('text')
    await labels.first().waitFor()
    const heights = await labels.evaluateAll((texts) =>
      texts.map((text) => text.getBoundingClientRect().height),
    )
    expect(heights.length).toBeGreaterThan(8)
    for (const height of heights) expect(height).toBeGreaterThan(11)
    expect(await styleOf(labels.first(), 'font-size')).toBe('12.16px')
  })

  test('hatch only the bars of networks whose figures are not final', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    // All but the missing day; of Mintegral also without its last three days.
    await eventually(() => bars(page, 'admob')).toBe(26)
    await eventually(() => openBars(page, late.network)).toBe(23)
    // The six days from 4 March on.
    expect(await openBars(page, 'admob')).toBe(6)
    await choose(page, 'Break down by', 'Platform')
    await eventually(() => openBars(page, 'ios')).toBe(26)
  })

  test('of one day have its date, and hatching', async () => {
    const { page } = await visit(yesterday)
    await settled(page)
    await expectTexts(plot(page).locator('.visx-axis-bottom text')).toEqual(['Mar 9'])
    await eventually(() => openBars(page, 'admob')).toBe(1)
    await expectText(legend(page)).toContain('May still change')
  })

  test.each([1_280, 375])('say what a bar is beside it, at %i pixels', async (width) => {
    const { page } = await visit('/dashboard?days=last_28', { viewport: { width, height: 900 } })
    await settled(page)
    const frame = page.locator('.days-chart-frame')
    await frame.focus()
    for (const key of ['Home', 'PageDown', 'PageDown', 'PageDown', 'End']) {
      await page.keyboard.press(key)
      const { note, line, chart } = await boxesOfNote(page)
      // The line is in the middle of the bar, which takes less than a 28th of the chart.
      const half = chart.width / 56
      const isBeside = note.x + note.width <= line.x - half / 2 || note.x >= line.x + half / 2
      expect(isBeside || note.y >= line.y + line.height, key).toBe(true)
      expect(note.x).toBeGreaterThanOrEqual(0)
      expect(note.x + note.width).toBeLessThanOrEqual(width)
    }
  })

  test('fit on paper, in the colours of the light theme, with those of the legend', async () => {
    const { page } = await visit('/dashboard', {
      colorScheme: 'dark',
      viewport: { width: 1_400, height: 900 },
    })
    // Browsers do not tell scripts the width of paper.
    await page.addInitScript('ResizeObserver.prototype.observe = () => {}')
    await page.reload()
    await settled(page)
    await plot(page).waitFor()
    const dark = await styleOf(series(page, 'admob').locator('path').first(), 'fill')
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(`document.querySelector('main').style.width = '700px'`)
    const chart = (await plot(page).boundingBox())!
    const card = (await page.locator('section.card').first().boundingBox())!
    expect(chart.x + chart.width).toBeLessThanOrEqual(card.x + card.width)
    expect(chart.height).toBeLessThan(200)
    const light = await styleOf(series(page, 'admob').locator('path').first(), 'fill')
    expect(light).not.toBe(dark)
    const swatch = legend(page).locator('i').first()
    expect(await styleOf(swatch, 'print-color-adjust')).toBe('exact')
    for (const part of ['header.bar', '[role=toolbar]', '.card-tools']) {
      expect(await page.locator(part).first().isVisible(), part).toBe(false)
    }
  })

  test('give a network the same colour in every view', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const usual = await swatches(page)
    expect(new Set(Object.values(usual)).size).toBe(5)
    for (const query of [
      'days=previous_month&country=SE',
      'network=unityads',
      'app_id=hop-ios&order=network',
    ]) {
      await page.goto(`${site().url}/dashboard?${query}`)
      await settled(page)
      const found = await swatches(page)
      expect(usual).toMatchObject(found)
    }
  })

  test('have colours that differ from the card by 3 : 1', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const read = (colour: string): Promise<string> =>
        page.evaluate(`(() => {
          const { style } = document.body
          style.background = '${colour}'
          const read = getComputedStyle(document.body).backgroundColor
          style.background = ''
          return read
        })()`)
      const card = luminance(await read('var(--card)'))
      const places = [...Array.from({ length: 24 }, (_, nth) => `series-${nth + 1}`), 'series-rest']
      for (const name of [...places, 'edge']) {
        const own = luminance(await read(`var(--${name})`))
        const ratio = (Math.max(own, card) + 0.05) / (Math.min(own, card) + 0.05)
        expect(ratio, `${name}, ${colorScheme}`).toBeGreaterThanOrEqual(3)
      }
    }
  })
})
