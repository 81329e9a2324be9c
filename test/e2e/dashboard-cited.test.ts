import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import {
  describeDashboard,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
} from '../fixtures/dashboard-page.ts'
import { barriersInEachLook } from './axe.ts'

/** Figures of a day, as a file. */
const figuresOf = (revenue: string) => [
  'date,app_id,network,format,country,impressions,revenue',
  `2025-12-24,hop-ios,vungle,video,US,1000,${revenue}`,
]
const asked =
  'start_date=2025-12-24&end_date=2025-12-24&dimensions=network&metrics=revenue&include=citation'

/** The citation of an answer that the page's user gets. */
const cite = (page: Page): Promise<string> =>
  page.evaluate(async (query) => {
    const response = await fetch(`/dashboard/api/report?${query}`)
    const { meta } = (await response.json()) as { meta: { citation: string } }
    return meta.citation
  }, asked)

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const figures = (page: Page, name: string | RegExp) => card(page, name).locator('tbody tr')

describeDashboard('a citation', ({ visit, site }) => {
  const add = async (revenue: string) => {
    const { call, root } = site().installation
    const path = join(root, `of-${revenue}.csv`)
    await writeFile(path, `${figuresOf(revenue).join('\n')}\n`)
    await call(importFigures, {}, { files: [{ name: 'figures.csv', path }] })
  }

  test('is saved for the figures of a table, and its address is copied', async () => {
    const { page } = await visit('/dashboard/explore?from=2025-12-01&to=2025-12-31', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Cite' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const address = (await page.evaluate('navigator.clipboard.readText()')) as string
    expect(new URL(address).pathname).toMatch(/^\/c\/[\w-]{12}$/)
    await page.goto(address)
    await expectText(page.locator('.note').first()).toContain('the same now')
  })

  test('shows the figures then and now, and what changed them', async () => {
    await add('100')
    const { page, errors } = await visit('/dashboard/home')
    const path = await cite(page)
    await page.goto(new URL(path, page.url()).href)
    await expectPath(page).toBe(path.replace('/c/', '/dashboard/cited/'))
    await expectTexts(figures(page, /^As of /)).toEqual([
      expect.stringMatching(/^Vungle.*\$100\.00/),
    ])
    await expectText(page.locator('.note')).toContain('the same now')
    await expectCount(card(page, 'Now')).toBe(0)

    await add('90.5')
    await page.reload()
    await expectTexts(figures(page, 'Now')).toEqual([expect.stringMatching(/^Vungle.*\$90\.50/)])
    await expectTexts(figures(page, /^As of /)).toEqual([
      expect.stringMatching(/^Vungle.*\$100\.00/),
    ])
    await expectTexts(figures(page, 'What changed since')).toEqual([
      expect.stringMatching(/^Import \d+.*Vungle.*Dec 24, 2025.*-\$9\.50$/),
    ])
    expect(await barriersInEachLook(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test('that is none says so', async () => {
    const { page } = await visit('/dashboard/cited/none')
    await expectText(page.locator('.state')).toContain('This is no citation')
  })
})
