import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** A picture of the dashboard: a page, and what is done on it first. */
export interface Scene {
  /** The name of the file. */
  readonly name: string
  readonly path: string
  readonly act?: (page: Page) => Promise<void>
  /** Whether the browser is signed in; it is when absent. */
  readonly isSignedIn?: boolean
}

const routes = join(import.meta.dirname, '../../web/src/routes.tsx')

/** The paths of all pages, as web/src/routes.tsx lists them. */
export const pagePaths = (): string[] =>
  [...readFileSync(routes, 'utf8').matchAll(/\bpage\('([^']+)'/g)].map(([, path]) => path!)

/**
 * A scene for each page.
 *
 * @param parameters values of the parameters in paths, by their names
 * @throws Error when a page has a parameter without a value
 */
export const pageScenes = (parameters: Readonly<Record<string, string>>): Scene[] =>
  pagePaths().map((path) => ({
    name: path.slice('/dashboard/'.length).replaceAll(/[/$]+/g, '-') || 'overview',
    path: path.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = parameters[name]
      if (value === undefined)
        throw new Error(`Add a value for $${name} to test/screenshots/run.ts`)
      return encodeURIComponent(value)
    }),
  }))

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }
/** Presses keys that open a dialog, which may be loaded first. */
const opened = (key: string) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}
/** Opens a dialog of the page with a button. */
const inDialog = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').waitFor()
}
const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('banner').getByRole('button', { name }).click()

/** Other states of pages. */
export const otherScenes: readonly Scene[] = [
  { name: 'sign-in', path: '/dashboard', isSignedIn: false },
  { name: 'not-found', path: '/dashboard/nothing' },
  { name: 'overview-table', path: '/dashboard?rows=date' },
  { name: 'overview-ecpm', path: '/dashboard?plot=ecpm&rows=platform&days=last_90' },
  { name: 'overview-apps', path: '/dashboard?rows=app_id' },
  {
    name: 'overview-day',
    path: '/dashboard',
    act: async (page) => {
      await page.locator('.days-chart-frame').focus()
      await press('End', 'PageUp', 'PageUp')(page)
    },
  },
  {
    name: 'explore-side-by-side',
    path: '/dashboard/explore?compare=previous_weekdays&side_by_side=on',
  },
  {
    name: 'explore-compared',
    path: '/dashboard/explore?rows=app_id,country,network&compare=previous_year&grain=week',
  },
  { name: 'explore-pivot', path: '/dashboard/explore?rows=country&across=network&plot=ecpm' },
  { name: 'waterfall-ad-unit', path: '/dashboard/waterfall?ad_tag=rewarded_main' },
  { name: 'economics-last-90', path: '/dashboard/economics?days=last_90' },
  {
    name: 'alert-rule',
    path: '/dashboard/alerts',
    act: inDialog('Add a rule'),
  },
  {
    name: 'add-channel',
    path: '/dashboard/channels',
    act: inDialog('Add a channel'),
  },
  {
    name: 'add-destination',
    path: '/dashboard/destinations',
    act: inDialog('Add a destination'),
  },
  { name: 'palette', path: '/dashboard', act: opened('Control+k') },
  { name: 'shortcuts', path: '/dashboard', act: opened('?') },
  { name: 'views-menu', path: '/dashboard', act: click('Views') },
  { name: 'settings-menu', path: '/dashboard', act: click(/: menu$/) },
  {
    name: 'add-note',
    path: '/dashboard',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a note' }).click()
      // Its days are loaded when they are first needed.
      await page.getByRole('dialog').getByRole('group').first().waitFor()
    },
  },
  {
    name: 'days',
    path: '/dashboard',
    act: async (page) => {
      await page.getByRole('button', { name: 'Last 28 days' }).click()
      // It is loaded when it is first needed.
      await page.getByRole('grid').first().waitFor()
    },
  },
]
