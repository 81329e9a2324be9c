import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const widths = [375, 768, 1280] as const

/**
 * Expects no barriers and no page that is wider than its window, on phones, tablets and screens, in both
 * themes. The page was opened with `bypassCSP`. Pictures are kept in the folder ADTALLY_SCREENSHOTS, if it is set.
 *
 * @param name of the pictures
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const before = page.viewportSize()
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const folder = process.env.ADTALLY_SCREENSHOTS
      if (folder) {
        await page.screenshot({
          path: `${folder}/${name}-${colorScheme}-${width}.png`,
          fullPage: true,
        })
      }
      const { violations } = (await page.evaluate('axe.run(document)')) as {
        violations: { id: string; nodes: { target: string[] }[] }[]
      }
      for (const { id, nodes } of violations) {
        found.push(`${colorScheme} ${width}: ${id} ${nodes[0]?.target.join(' ')}`)
      }
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      if (overflow !== 0) found.push(`${width}: the page is ${overflow} px too wide`)
    }
  }
  expect(found, name).toEqual([])
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
