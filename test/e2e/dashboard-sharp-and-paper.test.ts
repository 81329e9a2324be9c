import { beforeAll, expect, test } from 'vitest'
import { createLink } from '../../src/use-cases/create-link.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { describeDashboard, expectCount } from '../fixtures/dashboard-page.ts'
import { givenFile } from '../fixtures/given-file.ts'

const screen = { width: 1_280, height: 800 }
/** The room of A4 within the margins that browsers leave, in CSS pixels. */
const paper = { width: 718, height: 1_000 }

/** Each page, what it shows when it is loaded, and how many charts it has. `shared` is a link of the test. */
const pages = [
  { path: 'home', shows: '.home-groups tbody tr', charts: 0 },
  { path: 'changes', shows: 'table', charts: 0 },
  { path: 'explore?compare=previous_weekdays', shows: 'table.report tbody tr', charts: 1 },
  { path: 'explore?compare=previous_weekdays&side_by_side=on', shows: '.plot', charts: 2 },
  { path: 'explore?rows=app_id,country,network&plot=ecpm', shows: 'table.report tr', charts: 1 },
  { path: 'restatements', shows: 'table.drift', charts: 0 },
  { path: 'reconcile?start_date=2026-03-01&end_date=2026-03-05', shows: 'table.gaps', charts: 0 },
  { path: 'money/months', shows: 'table.settled', charts: 0 },
  { path: 'imports', shows: 'tbody tr', charts: 0 },
  { path: 'links', shows: 'tbody tr, .lines li', charts: 0 },
  { path: 'views', shows: 'tbody tr, .lines li', charts: 0 },
  { path: 'shared', shows: 'table.report tbody tr', charts: 0 },
] as const

/** Lists what is wrong with the axes, tables and legends of a page. */
const look = `(() => {
  const faults = devicePixelRatio === 2 ? [] : ['the screen has other pixels']
  const { clientWidth } = document.documentElement
  if (document.documentElement.scrollWidth > clientWidth) faults.push('the page is too wide')
  for (const chart of document.querySelectorAll('.plot')) {
    const around = chart.getBoundingClientRect()
    const scale = around.width / chart.viewBox.baseVal.width
    for (const text of chart.querySelectorAll('text')) {
      const box = text.getBoundingClientRect()
      const size = Number.parseFloat(getComputedStyle(text).fontSize) * scale
      if (size < 11 || size > 14) faults.push(text.textContent + ' is ' + size + ' px high')
      const isInside = box.left >= around.left - 1 && box.right <= around.right + 1
      if (!isInside || box.bottom > around.bottom + 1) faults.push(text.textContent + ' is cropped')
    }
  }
  const isPrint = matchMedia('print').matches
  for (const one of document.querySelectorAll('h1, h2, .legend li, table')) {
    const { left, right, width } = one.getBoundingClientRect()
    const scrolls = one.localName === 'table' && !isPrint
    if (width > 0 && (left < 0 || (right > clientWidth && !scrolls)))
      faults.push(one.localName + ' ' + one.textContent.slice(0, 20) + ' is cropped')
  }
  if (isPrint) {
    for (const swatch of document.querySelectorAll('.legend .swatch, .heat')) {
      const { printColorAdjust, backgroundColor, backgroundImage } = getComputedStyle(swatch)
      const isFilled = backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)'
      if (printColorAdjust !== 'exact' || !isFilled) faults.push('a legend has no colours')
    }
    const bars = [...document.querySelectorAll('header.bar, [role=toolbar], .card-tools')]
    if (bars.some((bar) => bar.getClientRects().length > 0)) faults.push('buttons are printed')
  }
  return faults
})()`

describeDashboard('pages', ({ visit, site }) => {
  const paths = new Map<string, string>()

  beforeAll(async () => {
    const { installation } = site()
    const { call } = installation
    const lines = ['date,app_id,network,format,country,impressions,revenue']
    for (const day of [1, 2, 3, 4, 5])
      lines.push(`2026-03-0${day},hop-ios,admob,banner,US,1000,2.5`)
    const asked = { as: 'levelplay', account: 'studio' }
    const file = await givenFile(installation, 'levelplay.csv', `${lines.join('\n')}\n`)
    await call(importFigures, asked, file)
    const { path: shared } = await call(createLink, {
      username: 'studio',
      name: 'The board',
      days: 'last_7',
      report: { dimensions: ['network', 'country'], metrics: ['revenue', 'ecpm'] },
    })
    paths.set('shared', shared.replace('/shared/reports/', '/dashboard/shared/'))
  })

  test('are sharp on a screen with two pixels for each, and whole there and on paper', async () => {
    const { page } = await visit('/dashboard/nothing', { deviceScaleFactor: 2, viewport: screen })
    const view = { name: 'Monday review', address: '/dashboard?days=last_7' }
    await page.request.post(`${site().url}/dashboard/api/views/save`, { data: view })
    // Browsers tell scripts that they print, but not the width of paper.
    await page.addInitScript('ResizeObserver.prototype.observe = () => {}')
    const found: string[] = []
    for (const { path, shows, charts } of pages) {
      await page.setViewportSize(screen)
      await page.emulateMedia({ media: 'screen' })
      await page.goto(site().url + (paths.get(path) ?? `/dashboard/${path}`))
      await page.locator(shows).first().waitFor()
      await expectCount(page.locator('.plot')).toBe(charts)
      await expectCount(page.locator('.skeleton')).toBe(0)
      const onScreen = (await page.evaluate(look)) as string[]
      await page.evaluate("dispatchEvent(new Event('beforeprint'))")
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize(paper)
      const onPaper = (await page.evaluate(look)) as string[]
      found.push(...[...onScreen, ...onPaper].map((fault) => `${path}: ${fault}`))
    }
    expect(found).toEqual([])
  })
})
