import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { told, violationsOn } from './axe.ts'

const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/**
 * Expects no barriers and no page that is wider than its window, on phones, tablets and screens, in both
 * themes. The page was opened with `bypassCSP`. Pictures are kept in the folder ADTALLY_SCREENSHOTS, if it is set.
 *
 * @param name of the pictures
 */
export async function lookAt(page: Page, name: string, widths = [375, 768, 1280]): Promise<void> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const folder = process.env.ADTALLY_SCREENSHOTS
      if (folder) {
        const path = `${folder}/${name}-${colorScheme}-${width}.png`
        await page.screenshot({ path, fullPage: true })
      }
      for (const one of await violationsOn(page)) {
        found.push(`${colorScheme} ${width}: ${told(one)}`)
      }
      const overflow = await page.evaluate(tooWide)
      if (overflow !== 0) found.push(`${width}: the page is ${overflow} px too wide`)
    }
  }
  expect(found, name).toEqual([])
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
