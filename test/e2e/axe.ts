import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly target: readonly string[] }[]
}

/** All that axe finds on a page as it is. The page has to be opened with `bypassCSP`. */
export async function violationsOn(page: Page): Promise<readonly Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const found = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')
  return (found as { violations: readonly Violation[] }).violations
}

/** A violation with the places where it is. */
export const told = ({ id, nodes }: Violation): string =>
  `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`

/** The barriers on a page as it is: the {@link violationsOn} it that are serious. */
export async function barriersOn(page: Page): Promise<string[]> {
  const found = await violationsOn(page)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map((one) => told(one))
}

/** {@link barriersOn} in both themes and at three widths, each with how the page looked. */
export async function barriersInEachLook(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [375, 768, 1_280]) {
      await page.setViewportSize({ width, height: 900 })
      const own = await barriersOn(page)
      found.push(...own.map((one) => `${colorScheme} ${width}: ${one}`))
    }
  }
  return found
}
