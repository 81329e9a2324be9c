import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addColleague } from '../fixtures/dashboard-colleague.ts'
import {
  dayField,
  describeDashboard,
  expectCount,
  expectText,
  expectTexts,
  fillDay,
  settled,
} from '../fixtures/dashboard-page.ts'
import { barriersInEachLook } from './axe.ts'

const failure = { status: 500, json: { code: 'internal_error', detail: 'The store is away.' } }
const chart = (page: Page) => page.locator('.days-chart-frame')
const dialog = (page: Page) => page.getByRole('dialog')
const listed = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
const marks = (page: Page) => page.locator('.plot [data-note]')
const addButton = (page: Page) => page.getByRole('button', { name: 'Add a note' })

async function fillIn(page: Page, note: { text: string; until?: string; about?: string }) {
  await page.getByLabel('Note', { exact: true }).fill(note.text)
  if (note.until) await fillDay(page, /^Until/, note.until)
  if (note.about) await page.getByLabel('About').selectOption({ label: note.about })
  await page.getByRole('button', { name: 'Add note' }).click()
  await expectCount(dialog(page)).toBe(0)
}

describeDashboard('notes on days', ({ visit, site }) => {
  test('are added from the chart with the keyboard, and shown there and in the list', async () => {
    const { page, errors } = await visit('/dashboard?start_date=2026-03-01&end_date=2026-03-05')
    await settled(page)
    await chart(page).focus()
    for (const key of ['Home', 'ArrowRight', 'n']) await page.keyboard.press(key)
    const text = page.getByLabel('Note', { exact: true })
    await text.and(page.locator(':focus')).waitFor()
    await expectText(dayField(page, /^Day/)).toContain('3/2/2026')
    await page.keyboard.type('Price test began')
    await page.keyboard.press('Enter')
    await expectCount(dialog(page)).toBe(0)
    await chart(page).and(page.locator(':focus')).waitFor()
    await expectTexts(listed(page)).toEqual(['Mar 2Price test began'])
    await expectCount(marks(page)).toBe(1)
    await expectText(page.locator('.days-chart .legend')).toMatch(/Note$/)
    for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key)
    await expectTexts(page.locator('.day-note-noted')).toEqual(['Price test began'])
    await page.keyboard.press('ArrowRight')
    await expectCount(page.locator('.day-note-noted')).toBe(0)
    expect(errors).toEqual([])
  })

  test('of one app are on its pages, and those of several days have a mark as long', async () => {
    const { page } = await visit('/dashboard?start_date=2026-02-01&end_date=2026-02-10')
    await settled(page)
    await addButton(page).click()
    await fillDay(page, /^Day/, '2026-02-03')
    await fillIn(page, { text: 'Featured', until: '2026-02-06', about: 'Hop · iOS' })
    await expectTexts(listed(page)).toEqual([
      expect.stringMatching(/^Feb 3 – 6, 2026Featured · Hop · iOS$/),
    ])
    const band = (await marks(page).locator('rect').boundingBox())!
    const plot = (await page.locator('.plot').boundingBox())!
    expect(band.width / plot.width).toBeGreaterThan(0.3)
    expect(band.width / plot.width).toBeLessThan(0.45)
    await page.goto(
      `${site().url}/dashboard/apps/hop-ios?start_date=2026-02-05&end_date=2026-02-10`,
    )
    await settled(page)
    await expectCount(marks(page)).toBe(1)
    await page.goto(
      `${site().url}/dashboard/apps/hop-android?start_date=2026-02-05&end_date=2026-02-10`,
    )
    await settled(page)
    await expectCount(page.locator('.plot [data-series]')).not.toBe(0)
    await expectCount(marks(page)).toBe(0)
  })

  test('have days that are typed in the order of the reader’s language, or chosen in a calendar', async () => {
    const { page } = await visit('/dashboard/notes', { locale: 'de-DE' })
    await addButton(page).click()
    const field = dayField(page, /^Day/)
    await field.getByRole('spinbutton').first().focus()
    await page.keyboard.type('04022026')
    await expectText(field).toContain('4.2.2026')
    await field.getByRole('button', { name: 'Calendar' }).click()
    const grid = page.getByRole('grid')
    await expectText(grid.locator('th').first()).toMatch(/^Mo/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expectText(field).toContain('5.2.2026')
  })

  test('are changed and deleted on their page, which says who wrote them', async () => {
    const { page } = await visit('/dashboard/notes')
    await addButton(page).click()
    await fillDay(page, /^Day/, '2026-01-15')
    await fillIn(page, { text: 'Outage' })
    const row = page.locator('tr[data-note]', { hasText: 'Jan 15, 2026' })
    await expectText(row.locator('td').nth(2)).toMatch(/^studio, Mar 10, 2026/)
    await row.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Note', { exact: true }).fill('Outage of the server')
    await fillDay(page, /^Until/, '2026-01-14')
    await page.getByRole('button', { name: 'Save note' }).click()
    await dialog(page).getByText('Value must be 1/15/2026 or later.').waitFor()
    await fillDay(page, /^Until/, '')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expectText(row.locator('td').first()).toBe('Outage of the server')
    await expectText(row.locator('td').nth(2)).toMatch(/Changed by studio, /)
    await row.getByRole('link').click()
    await settled(page)
    await expectTexts(listed(page)).toEqual(['Jan 15Outage of the server'])
    await page.goBack()
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete note' }).click()
    await expectCount(row).toBe(0)
    await page.goto(`${site().url}/dashboard/audit`)
    const lines = page.locator('tr[data-action^=note_] td:nth-child(3)')
    await expectText(lines.first()).toBe('Deleted the note on 2026-01-15: Outage of the server')
  })

  test('are read by viewers, who cannot write any', async () => {
    const viewer = await addColleague(site(), 'reader@example.com', 'viewer')
    const { page } = await visit('/dashboard?start_date=2026-03-01&end_date=2026-03-05', {
      as: viewer,
    })
    await settled(page)
    await expectCount(marks(page)).toBe(1)
    await expectCount(addButton(page)).toBe(0)
    await chart(page).focus()
    await page.keyboard.press('n')
    await page.keyboard.press('End')
    await page.locator('.day-note').waitFor()
    await expectCount(dialog(page)).toBe(0)
    await page.getByRole('link', { name: 'All notes' }).click()
    await page.locator('table.notes').waitFor()
    await expectCount(page.locator('table.notes button')).toBe(0)
  })

  test('tell when they cannot be loaded or written; the figures are shown', async () => {
    const { page } = await visit('/dashboard/networks')
    await page.route('**/dashboard/api/notes', (route) => route.fulfill(failure))
    await page.goto(`${site().url}/dashboard`)
    await settled(page)
    await expectText(page.getByRole('alert')).toMatch(
      /^Notes could not be loaded\. The store is away\./,
    )
    await page.locator('table.report').waitFor()
    await page.unroute('**/dashboard/api/notes')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectCount(page.getByRole('alert')).toBe(0)
    await page.route('**/dashboard/api/notes/add', (route) => route.fulfill(failure))
    await addButton(page).click()
    await page.getByLabel('Note', { exact: true }).fill('Kept')
    await page.keyboard.press('Enter')
    await expectText(page.getByRole('alert')).toBe('The store is away.')
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Kept')
  })

  test('have no barriers in the chart, the dialog and on their page, in every look', async () => {
    const { page } = await visit('/dashboard?start_date=2026-03-01&end_date=2026-03-05', {
      bypassCSP: true,
    })
    await settled(page)
    await expectCount(marks(page)).toBe(1)
    expect(await barriersInEachLook(page)).toEqual([])
    await addButton(page).click()
    await dialog(page).waitFor()
    expect(await barriersInEachLook(page)).toEqual([])
    await page.goto(`${site().url}/dashboard/notes`)
    await page.locator('table.notes').waitFor()
    expect(await barriersInEachLook(page)).toEqual([])
  })

  test('of the longest text leave their buttons in one line', async () => {
    const { page } = await visit('/dashboard/notes')
    await addButton(page).click()
    await fillIn(page, { text: `${'W'.repeat(200)} ${'and more '.repeat(8)}end` })
    const heights = await page
      .getByRole('row')
      .filter({ hasText: 'WWW' })
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
    expect(heights).toHaveLength(2)
    for (const height of heights) expect(height).toBeLessThan(40)
  })
})
