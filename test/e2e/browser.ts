import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { closedNetwork, findBrowser } from './find-browser.ts'

/** A page, and what it has done since it was opened. */
export interface Visit {
  readonly page: Page
  /** The HTTP status of the page. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Requested URLs, starting with the page's own. */
  readonly requests: readonly string[]
  /** Requests without an answer yet. */
  readonly pendingRequests: ReadonlySet<Request>
  /** Errors in the console, including policy violations, and uncaught exceptions. */
  readonly errors: readonly string[]
}

/** Opens a URL in its own window, which is closed after the test. */
export type OpenPage = (url: string, options?: BrowserContextOptions) => Promise<Visit>

/**
 * A suite whose tests share one browser. Without a browser it is skipped and prints what to install;
 * with CI=true it fails.
 */
export function describeInBrowser(title: string, suite: (open: OpenPage) => void): void {
  const executablePath = findBrowser()
  describe(title, () => {
    if (executablePath === undefined) return reportMissingBrowser()
    let browser: Browser
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: closedNetwork })
    })
    afterAll(() => browser?.close())
    suite((url, options) => visit(browser, url, options))
  })
}

function reportMissingBrowser(): void {
  const named = process.env.ADTALLY_CHROMIUM
  const missing = named ? `ADTALLY_CHROMIUM names no file: ${named}` : 'no browser was found'
  const reason = `needs Chromium; ${missing}: install Debian's chromium or set ADTALLY_CHROMIUM`
  if (process.env.CI === 'true') test(reason, () => expect.fail(reason))
  else test.skip(reason, () => undefined)
}

async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const record = recordPage(page)
  const response = await page.goto(url)
  return { page, status: response!.status(), headers: response!.headers(), ...record }
}

/** Records every further request and error of a page. */
function recordPage(page: Page): Pick<Visit, 'requests' | 'pendingRequests' | 'errors'> {
  const requests: string[] = []
  const pendingRequests = new Set<Request>()
  const errors: string[] = []
  page.on('request', (request) => {
    requests.push(request.url())
    pendingRequests.add(request)
  })
  page.on('requestfinished', (request) => pendingRequests.delete(request))
  page.on('requestfailed', (request) => pendingRequests.delete(request))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // Browsers request an icon unless the page says that there is none.
    const ofIcon = message.location().url.endsWith('/favicon.ico')
    if (message.type() === 'error' && !ofIcon) errors.push(message.text())
  })
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { requests, pendingRequests, errors }
}
