import type { Page } from 'playwright-core'

export interface TextContrast {
  readonly text: string
  /** From 1 (unreadable) to 21. */
  readonly ratio: number
}

interface ShownText {
  readonly text: string
  readonly colour: string
  readonly background: string
}

/** The least readable text of a page, by WCAG's contrast ratio; decoration is ignored. */
export async function lowestContrast(page: Page): Promise<TextContrast> {
  const shown: ShownText[] = await page.locator('body').evaluate((body) => {
    const styleOf = (element: typeof body) =>
      element.ownerDocument.defaultView!.getComputedStyle(element)
    const backgroundOf = (element: typeof body | null): string => {
      if (!element) return 'none'
      const { backgroundColor } = styleOf(element)
      const clear = backgroundColor === 'rgba(0, 0, 0, 0)'
      return clear ? backgroundOf(element.parentElement) : backgroundColor
    }
    const elements = [...body.querySelectorAll<typeof body>('*')]
    return elements
      .filter((element) => !element.closest('[aria-hidden=true], style'))
      .filter(({ childNodes }) =>
        [...childNodes].some((node) => node.nodeType === 3 && /\S/.test(node.textContent ?? '')),
      )
      .map((element) => ({
        text: (element.textContent ?? '').slice(0, 60),
        colour: styleOf(element).color,
        background: backgroundOf(element),
      }))
  })
  const contrasts = shown.map(({ text, colour, background }) => ({
    text,
    ratio: ratioOf(luminance(colour), luminance(background)),
  }))
  return contrasts.reduce((lowest, next) => (next.ratio < lowest.ratio ? next : lowest))
}

const ratioOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** WCAG's relative luminance of an opaque colour. */
export function luminance(colour: string): number {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)
  if (!channels) throw new Error(`${colour} is not an opaque colour`)
  const [red, green, blue] = channels.slice(1).map((channel) => {
    const share = Number(channel) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
