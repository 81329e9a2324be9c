import { type Browser, chromium, type Page } from 'playwright-core'
import { addDays, formatDay } from '../src/values/day.ts'
import { givePassword, password } from './dashboard-password.ts'
import type { DataSet } from './data-set.ts'
import { firstDay, usernameOf } from './figures-shape.ts'
import { quiet } from './fill-memory.ts'
import { median, percentile } from './percentiles.ts'
import { Service } from './service.ts'
import { formatTable, heading, short } from './table.ts'
import type { Target } from './target.ts'

const chromiumPath = process.env.ADTALLY_CHROMIUM || '/usr/bin/chromium'
const maxFirstViewMs = 1_000
const maxFirstViewKb = 300
const maxRepaintMs = 150
const firstViews = 10
const rounds = 12

/** The view to switch to; each round uses a range that no earlier round used. */
const switches: Readonly<Record<string, { days: number; query: string }>> = {
  'a week': { days: 7, query: '' },
  'a month': { days: 30, query: '' },
  'a quarter': { days: 90, query: '' },
  'a month of one network': { days: 30, query: 'network=admob' },
  'a month of two countries': { days: 30, query: 'country=US&country=DE' },
  'a month by country': { days: 30, query: 'by=country' },
  'a month by app, as eCPM': { days: 30, query: 'by=app&chart=ecpm' },
  'a quarter by format': { days: 90, query: 'by=format' },
  'most of a year by country': { days: 300, query: 'by=country' },
}

/** Times the dashboard in a browser: its first view, and each switch of range or filter. */
export async function benchDashboard(dataSet: DataSet): Promise<Target[]> {
  await givePassword(dataSet)
  const service = await Service.start(dataSet)
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const { page, views, kilobytes } = await openViews(browser, service.baseUrl)
    const rows: string[][] = [['first view, cold cache', ...times(views)]]
    const all: number[] = []
    await quiet({ service })
    for (const [name, { days, query }] of Object.entries(switches)) {
      const repaints: number[] = []
      for (let round = 0; round < rounds; round++) {
        repaints.push(await repaintMs(page, `${range(days, round)}&${query}`))
      }
      all.push(...repaints)
      rows.push([name, ...times(repaints)])
    }
    console.log(heading('dashboard: milliseconds until the figures are painted'))
    console.log(formatTable(['switch to', 'p50', 'p95', 'longest'], rows))
    const p95 = percentile(all, 0.95)
    console.log(`first view: ${short(kilobytes)} kB of page, script and style, compressed`)
    return [
      target('first view', maxFirstViewMs, Math.max(...views), 'ms'),
      target('first view, compressed', maxFirstViewKb, kilobytes, 'kB'),
      target('switch of range or filter, p95', maxRepaintMs, p95, 'ms'),
    ]
  } finally {
    await browser.close()
    await service.stop()
  }
}

async function openViews(browser: Browser, baseUrl: string) {
  const signingIn = await browser.newContext()
  const form = await signingIn.newPage()
  await form.goto(`${baseUrl}/dashboard`)
  await form.getByLabel('Username').fill(usernameOf(0))
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await form.getByRole('heading', { name: 'Overview' }).waitFor()
  const storageState = await signingIn.storageState()
  const views: number[] = []
  for (;;) {
    // Each has its own, empty cache.
    const context = await browser.newContext({
      storageState,
      viewport: { width: 1_280, height: 900 },
    })
    const page = await context.newPage()
    await page.goto(`${baseUrl}/dashboard?${range(28, 3)}`)
    await page.locator('.answer[aria-busy=false] .plot').waitFor()
    views.push(await page.evaluate(() => performance.now()))
    if (views.length === firstViews) return { page, views, kilobytes: await loadedKb(page) }
    await context.close()
  }
}

/** The size of what the browser loaded to show the page, without figures. */
const loadedKb = (page: Page): Promise<number> =>
  page.evaluate(`[
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')),
  ].reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0) / 1_000`)

/** A range within the year of the data set, different in each round. */
function range(days: number, round: number): string {
  const from = addDays(firstDay, 2 + round * 5)
  return `from=${formatDay(from)}&to=${formatDay(addDays(from, days - 1))}`
}

/** Goes to a view of other days as a click does, and waits for the frame that shows its figures. */
function repaintMs(page: Page, query: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const started = performance.now()
    const days = () => document.querySelector('.picker-value')?.textContent
    const before = days()
    const look = () => {
      const busy = document.querySelector('.answer')?.getAttribute('aria-busy')
      // The changed figures are visible in the frame after the one that changed them.
      const done = days() !== before && busy === 'false'
      requestAnimationFrame(done ? () => resolve(performance.now() - started) : look)
    }
    history.pushState(null, '', ${JSON.stringify(`/dashboard?${query}`)})
    look()
  })`)
}

const times = (ms: readonly number[]): string[] =>
  [median(ms), percentile(ms, 0.95), Math.max(...ms)].map(short)

const target = (name: string, max: number, measured: number, unit: 'ms' | 'kB'): Target => ({
  name: `dashboard: ${name}`,
  wanted: `at most ${max} ${unit}`,
  measured: `${short(measured)} ${unit}`,
  met: measured <= max,
})
