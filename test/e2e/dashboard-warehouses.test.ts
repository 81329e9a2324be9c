import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { describeDashboard, expectCount, expectText } from '../fixtures/dashboard-page.ts'
import { openDashboardSite } from '../fixtures/dashboard-site.ts'
import { barriersInEachLook } from './axe.ts'

const path = '/dashboard/destinations'
const button = (page: Page, name: string) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, name: string) => page.locator(`tr[data-destination="${name}"]`)

let folder: string

async function openSite() {
  folder = await mkdtemp(join(tmpdir(), 'adtally-warehouses-'))
  return openDashboardSite(null, { warehouses: { folder, allowPrivate: false } })
}

async function begin(page: Page, kind: string, name: string, address: string) {
  await button(page, 'Add a destination').click()
  await page.getByLabel('Kind').selectOption({ label: kind })
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(/^Address/).fill(address)
}

/** Changes a file as a person could. */
async function runIn(file: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(join(folder, file))
  const connection = await instance.connect()
  await connection.run(sql)
  connection.closeSync()
  instance.closeSync()
}

describeDashboard(
  'destinations',
  ({ visit, site }) => {
    const fill = async () => {
      const shipper = site().installation.destinationShipper((message) => {
        throw new Error(message)
      })
      await shipper.turn(new AbortController().signal)
      await shipper.idle()
    }
    afterAll(() => rm(folder, { recursive: true, force: true }))

    test('a file is added, tested, filled, found changed, filled again, paused and removed', async () => {
      const { page, errors } = await visit(path)
      await expectText(page.locator('main .state')).toMatch(/^No destinations/)
      await begin(page, 'DuckDB file', 'laptop', 'studio.duckdb')
      await page.getByLabel(/^When others/).selectOption({ label: 'Leave it, and stop filling it' })
      await button(page, 'Add destination').click()
      const row = rowOf(page, 'laptop')
      await expectText(row).toContain('Nothing yet')
      await button(page, 'Test laptop').click()
      await expectText(dialog(page).getByRole('status')).toMatch(/^It works/)
      await button(page, 'Done').click()
      await fill()
      await page.reload()
      await expectText(row).toContain('Current')

      await runIn(
        'studio.duckdb',
        "DELETE FROM adtally_figures_rows WHERE date < DATE '2026-03-09'",
      )
      await button(page, 'Test laptop').click()
      await expectText(dialog(page).getByRole('alert')).toContain('changed by hand')
      await button(page, 'Done').click()
      await fill()
      await page.reload()
      await expectText(row).toContain('Stopped, failing since')
      expect(await barriersInEachLook(page)).toEqual([])
      await button(page, 'Fill again laptop').click()
      await button(page, 'Replace the copy').click()
      await expectCount(row.locator('.failure')).toBe(0)
      await fill()
      await button(page, 'Test laptop').click()
      await expectText(dialog(page).getByRole('status')).toMatch(/^It works/)
      await button(page, 'Done').click()

      await button(page, 'Pause laptop').click()
      await expectText(row).toContain('Paused')
      await button(page, 'Remove laptop').click()
      await button(page, 'Remove destination').click()
      await expectCount(row).toBe(0)
      expect(errors).toEqual([])
    })

    test('Parquet files have no history to choose, and are kept in a folder or on S3', async () => {
      const { page, errors } = await visit(path)
      await begin(page, 'Parquet files in a folder', 'lake', 'lake')
      await expectCount(page.getByLabel(/^Keep earlier versions/)).toBe(0)
      expect(await barriersInEachLook(page)).toEqual([])
      await button(page, 'Add destination').click()
      await expectText(rowOf(page, 'lake')).toContain('Only current rows')
      await fill()
      await page.reload()
      await expectText(rowOf(page, 'lake')).toContain('Current')
      await button(page, 'Test lake').click()
      await expectText(dialog(page).getByRole('status')).toMatch(/^It works/)
      await button(page, 'Done').click()
      const address = 's3://KEY:quokka@storage.example.com/ads/lake'
      await begin(page, 'Parquet files on S3', 'bucket', address)
      await button(page, 'Add destination').click()
      await expectText(rowOf(page, 'bucket')).toContain('storage.example.com/ads/lake')
      expect(await page.content()).not.toContain('quokka')
      expect(errors).toEqual([])
    })

    test('a refusal stays in the form, and a password is not shown again', async () => {
      const { page } = await visit(path)
      await begin(page, 'PostgreSQL', 'warehouse', 'postgres://ada:quokka@127.0.0.1/ads')
      await button(page, 'Add destination').click()
      await expectText(page.getByRole('alert')).toContain('ADTALLY_WAREHOUSES_PRIVATE')
      expect(await barriersInEachLook(page)).toEqual([])
      await page.getByLabel(/^Address/).fill('postgres://ada:quokka@warehouse.example.com/ads')
      await button(page, 'Add destination').click()
      await expectText(rowOf(page, 'warehouse')).toContain('warehouse.example.com/ads')
      await page.reload()
      await expectText(rowOf(page, 'warehouse')).toContain('Nothing yet')
      expect(await page.content()).not.toContain('quokka')
    })
  },
  openSite,
)
