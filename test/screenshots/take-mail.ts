import type { BrowserContext, Page } from 'playwright-core'

/** A picture of the weekly digest's mail. */
export interface MailPicture {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
}

export const mailPictures: readonly MailPicture[] = [
  { name: 'digest-light', colorScheme: 'light', width: 640 },
  { name: 'digest-dark', colorScheme: 'dark', width: 640 },
  { name: 'digest-phone', colorScheme: 'light', width: 390 },
]

/**
 * Shows the mail as a reader's program does, without scripts and the network.
 *
 * @param context of a browser that is signed in @throws Error when it is wider than the screen
 */
export async function showMail(
  context: BrowserContext,
  url: string,
  { colorScheme, width }: MailPicture,
): Promise<Page> {
  const params = { period: 'weekly' }
  const answer = await context.request.get(`${url}/dashboard/api/digests/preview`, { params })
  const { html } = await answer.json()
  const reader = await context.browser()!.newContext({
    colorScheme,
    viewport: { width, height: 800 },
    javaScriptEnabled: false,
    offline: true,
  })
  const page = await reader.newPage()
  await page.setContent(html)
  const body = (await page.locator('body > table').boundingBox())!
  if (body.width > width) throw new Error(`The mail is ${body.width} pixels wide, not ${width}.`)
  return page
}
