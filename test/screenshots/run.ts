import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
} from 'playwright-core'
import { closedNetwork, findBrowser } from '../e2e/find-browser.ts'
import { animatedPng, type Frame } from './animated-png.ts'
import { type DemoServer, serveDemo } from './demo-server.ts'
import { fillDemo } from './fill-demo.ts'
import { demoPartner, fillPartner } from './fill-partner.ts'
import { otherScenes, pageScenes, type Scene } from './scenes.ts'
import { messagePictures, showMessage } from './take-messages.ts'

// `npm run screenshots`: pictures of every page of the dashboard with demo data.

const project = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(project, '.screenshots') },
    /** Only scenes, or pictures of the documents, whose name contains this text. */
    only: { type: 'string', default: '' },
    /** Writes the pictures in docs/ instead. */
    docs: { type: 'boolean', default: false },
  },
})

const widths = [390, 1_024, 1_440] as const
const themes = ['light', 'dark'] as const
const height = 900

/** The pages of the README's animation; each is shown for two seconds. */
const tour = [
  ...['/dashboard', '/dashboard?rows=app_id', '/dashboard?plot=ecpm&rows=platform&range=90d'],
  ...['/dashboard/home', '/dashboard/changes', '/dashboard/explore'],
  ...['/dashboard/restatements', '/dashboard/reconcile', '/dashboard/networks'],
  '/dashboard/imports',
]

interface DocumentPicture {
  readonly name: string
  readonly path: string
  /** The last element that it shows. */
  readonly last: string
  /** Who looks at it; the demo's owner when absent. */
  readonly as?: typeof demoPartner
}

/** Pictures of the documents: pages down to the end of an element. */
const documentPictures: readonly DocumentPicture[] = [
  { name: 'overview', path: '/dashboard', last: 'section.card' },
  {
    name: 'waterfall',
    path: '/dashboard/waterfall',
    last: 'section.card:has(table.rungs)',
  },
  {
    name: 'economics',
    path: '/dashboard/economics?days=last_90',
    last: 'section.card:has(figure)',
  },
  { name: 'alerts', path: '/dashboard/alerts', last: 'main' },
  { name: 'money', path: '/dashboard/money', last: '[data-week]:nth-of-type(4)' },
  { name: 'partners', path: '/dashboard/partners', last: '[data-partner=run]' },
  {
    name: 'partner',
    path: `/dashboard/partners/${demoPartner.username}`,
    last: 'section:has([data-payout])',
  },
  {
    name: 'payouts',
    path: '/dashboard/payouts',
    last: 'section:has([data-provisional])',
    as: demoPartner,
  },
]

const executablePath = findBrowser()
if (executablePath === undefined)
  throw new Error("Install Debian's chromium or set ADTALLY_CHROMIUM")
console.log('Preparing the demo …')
const server = await serveDemo(join(values.out, 'demo-data'))
const browser = await chromium.launch({ executablePath, args: closedNetwork })
try {
  if (values.docs) {
    await takeForDocs(browser, server)
    await takeMessages(browser, server, join(project, 'docs/pictures'))
    if (values.only === '') {
      for (const colorScheme of themes) await takeTour(browser, server, colorScheme)
    }
  } else {
    const failures = await takeAll(browser, server)
    await takeMessages(browser, server, values.out)
    for (const failure of failures) console.error(failure)
    if (failures.length > 0) process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.stop()
}

/** Cites figures of the demo. @returns the last part of the citation's path */
async function cite(request: APIRequestContext, url: string): Promise<string> {
  const params = { days: 'last_28', dimensions: 'network', include: 'citation' }
  const response = await request.get(`${url}/dashboard/api/report`, { params })
  return (await response.json()).meta.citation.split('/').at(-1)
}

/** @returns what went wrong on pages */
async function takeAll(browser: Browser, server: DemoServer): Promise<string[]> {
  const setUp = await signedIn(browser, server, {})
  const appId = await fillDemo(setUp.request, server.url)
  await fillPartner(setUp.request, server)
  const citation = await cite(setUp.request, server.url)
  const storageState = await setUp.storageState()
  await setUp.close()
  const scenes = [
    ...pageScenes({ appId, name: 'unity-ads', citation, partner: demoPartner.username }),
    ...otherScenes,
  ].filter(({ name }) => name.includes(values.only))
  const failures: string[] = []
  for (const colorScheme of themes) {
    for (const width of widths) {
      const folder = join(values.out, `${width}-${colorScheme}`)
      mkdirSync(folder, { recursive: true })
      const look = { colorScheme, viewport: { width, height }, locale: 'en-US', timezoneId: 'UTC' }
      for (const isSignedIn of [true, false]) {
        const context = await browser.newContext({ ...look, ...(isSignedIn && { storageState }) })
        for (const scene of scenes) {
          if ((scene.isSignedIn ?? true) !== isSignedIn) continue
          const fault = await take(context, server.url, scene, join(folder, `${scene.name}.png`))
          if (fault) failures.push(`${width} ${colorScheme} ${scene.name}: ${fault}`)
        }
        await context.close()
      }
      console.log(`${folder}: ${scenes.length} pictures`)
    }
  }
  return failures
}

/** @returns what went wrong; null when nothing did */
async function take(
  context: BrowserContext,
  url: string,
  { path, act }: Scene,
  file: string,
): Promise<string | null> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  try {
    await page.goto(url + path)
    await loaded(page)
    await act?.(page)
    await loaded(page)
    const overflow = (await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )) as number
    if (overflow > 0) errors.push(`the page is ${overflow} pixels wider than the screen`)
    await page.screenshot({ path: file, fullPage: act === undefined, animations: 'disabled' })
  } catch (error) {
    errors.push((error as Error).message)
  } finally {
    await page.close()
  }
  return errors.length > 0 ? errors.join('; ') : null
}

async function loaded(page: Page): Promise<void> {
  // Every page has a heading, which comes with its script.
  await page.locator('h1').first().waitFor({ timeout: 15_000 })
  await page.waitForLoadState('networkidle')
  const waiting = page.locator('.skeleton, [aria-busy=true]')
  while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: 'detached' })
}

/** Freshness is loaded last, and changes the bars of charts. */
async function settled(page: Page): Promise<void> {
  await loaded(page)
  const unknown = page.getByText('Not known yet whether final').first()
  await unknown.waitFor({ state: 'detached', timeout: 15_000 })
}

async function signedIn(
  browser: Browser,
  { url, username, password }: Pick<DemoServer, 'url' | 'username' | 'password'>,
  options: Parameters<Browser['newContext']>[0],
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  const data = { username, password }
  const answer = await context.request.post(`${url}/dashboard/api/sign-in`, { data })
  if (!answer.ok()) throw new Error(`The sign-in was answered ${answer.status()}.`)
  return context
}

/** Takes the pictures of {@link documentPictures}. */
async function takeForDocs(browser: Browser, server: DemoServer): Promise<void> {
  const setUp = await signedIn(browser, server, {})
  await fillPartner(setUp.request, server)
  await setUp.close()
  for (const colorScheme of themes) {
    const viewport = { width: 1_280, height: 1_200 }
    const look = { colorScheme, viewport, locale: 'en-US', timezoneId: 'UTC' }
    for (const { name, path, last, as = server } of documentPictures) {
      if (!name.includes(values.only)) continue
      const context = await signedIn(
        browser,
        { url: server.url, username: as.username, password: as.password },
        look,
      )
      const page = await context.newPage()
      await page.goto(server.url + path)
      await settled(page)
      const end = (await page.locator(last).first().boundingBox())!
      const height = Math.ceil(end.y + end.height) + 20
      const clip = { x: 0, y: 0, width: viewport.width, height }
      const file = join(project, `docs/pictures/${name}-${colorScheme}.png`)
      await page.screenshot({ path: file, clip, animations: 'disabled' })
      console.log(file)
      await context.close()
    }
  }
}

/** Takes the {@link messagePictures}. */
async function takeMessages(browser: Browser, server: DemoServer, folder: string): Promise<void> {
  const context = await signedIn(browser, server, {})
  for (const picture of messagePictures) {
    if (!picture.name.includes(values.only)) continue
    const page = await showMessage(context, server.url, picture)
    const path = join(folder, `${picture.name}.png`)
    await page.screenshot({ path, fullPage: true, animations: 'disabled' })
    console.log(path)
    await page.context().close()
  }
  await context.close()
}

async function takeTour(
  browser: Browser,
  server: DemoServer,
  colorScheme: (typeof themes)[number],
): Promise<void> {
  const viewport = { width: 1_200, height: 900 }
  const look = { colorScheme, viewport, locale: 'en-US', timezoneId: 'UTC' }
  const context = await signedIn(browser, server, look)
  const page = await context.newPage()
  const frames: Frame[] = []
  for (const path of tour) {
    await page.goto(server.url + path)
    await settled(page)
    frames.push({ png: await page.screenshot({ animations: 'disabled' }), milliseconds: 2_000 })
  }
  await context.close()
  const file = join(project, `docs/pictures/tour-${colorScheme}.png`)
  writeFileSync(file, animatedPng(frames))
  console.log(file)
}
