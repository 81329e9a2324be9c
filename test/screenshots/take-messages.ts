import type { BrowserContext, Page } from 'playwright-core'

/** A picture of the weekly digest, as a program for mail or a chat shows it. */
export interface MessagePicture {
  readonly name: string
  readonly of: 'html' | 'chat'
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
}

export const messagePictures: readonly MessagePicture[] = [
  { name: 'digest-light', of: 'html', colorScheme: 'light', width: 640 },
  { name: 'digest-dark', of: 'html', colorScheme: 'dark', width: 640 },
  { name: 'digest-phone', of: 'html', colorScheme: 'light', width: 390 },
  { name: 'digest-chat-light', of: 'chat', colorScheme: 'light', width: 560 },
  { name: 'digest-chat-dark', of: 'chat', colorScheme: 'dark', width: 560 },
]

/**
 * Shows the digest without scripts and the network.
 *
 * @param context of a browser that is signed in @throws Error when it is wider than the screen
 */
export async function showMessage(
  context: BrowserContext,
  url: string,
  { of, colorScheme, width }: MessagePicture,
): Promise<Page> {
  const params = { period: 'weekly' }
  const answer = await context.request.get(`${url}/dashboard/api/digests/preview`, { params })
  const { html, chat } = await answer.json()
  const reader = await context.browser()!.newContext({
    colorScheme,
    viewport: { width, height: 800 },
    javaScriptEnabled: false,
    offline: true,
  })
  const page = await reader.newPage()
  await page.setContent(of === 'html' ? html : chatPage(chat))
  const body = (await page.locator('body > :first-child').boundingBox())!
  if (body.width > width) throw new Error(`The digest is ${body.width} pixels wide, not ${width}.`)
  return page
}

/** The text of a message in the markup of Slack, with the sender beside it. */
const chatPage = (text: string): string => `<!doctype html><meta charset="utf-8">
<style>
  :root { color-scheme: light dark; font: 15px/1.45 Lato, sans-serif }
  body { margin: 16px }
  main { display: grid; grid-template-columns: 36px 1fr; gap: 0 10px }
  main > span { background: #3a5bd9; color: #fff; border-radius: 8px; height: 36px; font: bold 20px/36px sans-serif; text-align: center }
  p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
  a { color: light-dark(#1264a3, #1d9bd1); text-decoration: none }
</style>
<main><span>A</span><p><b>Adtally</b>
${text
  .replaceAll(/^\*(.+)\*$/gm, '<b>$1</b>')
  .replaceAll(/<(https?:[^|>]+)\|([^>]+)>/g, '<a href="$1">$2</a>')}</p></main>`
