import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Installation, openInstallation } from '../../../src/compose/installation.ts'
import { dataDirectory } from '../../../src/config/data-directory.ts'
import { noServers } from '../../../src/config/servers.ts'
import { usualLimits } from '../../../src/config/storage-limits.ts'
import { createAccount } from '../../../src/use-cases/create-account.ts'
import { importApps } from '../../../src/use-cases/import-apps.ts'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { Refusal } from '../../../src/values/refusal.ts'
import { serveReports, type TestServer } from '../../fixtures/report-server.ts'
import { NaiveHistory } from '../../property/naive-history.ts'
import type { mountSmallDisk } from '../../stores/small-disk.ts'
import { apps, csvLineOf, drawOperation, lineOf, type Row, sliceOf } from '../crash/operations.ts'
import type { Draw } from '../draw.ts'
import { studioKey } from './questions.ts'

type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>

const header = 'date,app_id,network,format,country,impressions,revenue'
const stats = `/api/v2/publisher/applications/stats?developer=studio&key=${studioKey}&start_date=2026-01-01&end_date=2026-12-31`
/** The most bytes that are left free when the disk is nearly full. */
const maxLeftBytes = 600_000
const maxRetries = 100

/** Imports, undos and reads on a disk that fills up repeatedly, and a model of the expected content. */
export class FullDiskSoak {
  readonly counted: Record<string, number> = {}
  /** The messages of failed imports, without numbers. */
  readonly failures = new Set<string>()
  readonly #disk: SmallDisk
  readonly #draw: Draw
  readonly #model = new NaiveHistory()
  #installation: Installation | null = null
  #server: TestServer | null = null

  private constructor(disk: SmallDisk, draw: Draw) {
    this.#disk = disk
    this.#draw = draw
  }

  static async begin(disk: SmallDisk, draw: Draw): Promise<FullDiskSoak> {
    const soak = new FullDiskSoak(disk, draw)
    await soak.#open(0)
    const { call } = soak.#stores
    await call(createAccount, { username: 'studio', key: studioKey })
    const lines = apps.map((app) => `${app},studio,${app},ios`)
    const given = await soak.#file(['app_id,publisher,app_name,platform', ...lines])
    await call(importApps, {}, given)
    return soak
  }

  async end(): Promise<void> {
    this.#disk.empty()
    await this.#server?.close()
    await this.#installation?.close()
  }

  /** Fills the disk, works and reads on it, makes room, and compares. */
  async round(): Promise<void> {
    const draw = this.#draw
    // With and without the check that refuses imports in time.
    if (draw.oneIn(3)) {
      await this.end()
      await this.#open(draw.of([0, 0, 4_000_000]))
    }
    const left = draw.oneIn(4) ? 0 : draw.below(maxLeftBytes)
    const operations = Array.from({ length: 1 + draw.below(3) }, () => drawOperation(draw))
    this.#disk.fill(left)
    for (const operation of operations) {
      if (operation.kind === 'import') await this.#import(operation.rows)
      else if (operation.kind === 'undo') await this.#undo(operation.which)
      await this.#expectFigures('reads on the full disk')
    }
    this.#disk.empty()
    await this.#expectFigures('retries with room')
    const works = await this.#import([
      { day: '2026-02-03', app: 'brick', network: 'admob', country: 'US', impressions: 1 },
    ])
    expect(works).toBe('acknowledged')
    await this.#expectFigures('retries with room')
  }

  get #stores(): Installation {
    return this.#installation!
  }

  async #open(freeSpaceBytes: number): Promise<void> {
    const limits = { ...usualLimits, freeSpaceBytes }
    const directory = dataDirectory(join(this.#disk.path, 'data'), noServers, null, limits)
    this.#installation = await openInstallation(directory, { use: 'serve', warn: () => undefined })
    this.#server = serveReports(this.#installation)
  }

  async #import(rows: readonly Row[]): Promise<string> {
    const slices = [...Map.groupBy(rows, sliceOf)].map(
      ([slice, of]) => [slice, of.map(lineOf)] as const,
    )
    const given = await this.#file([header, ...rows.map(csvLineOf)])
    return this.#change(async () => {
      const { import: id } = await this.#stores.call(importFigures, {}, given)
      this.#model.import(id, new Map(slices))
    })
  }

  async #undo(which: number): Promise<void> {
    const { notUndone } = this.#model
    const id = notUndone[which % notUndone.length]
    if (id === undefined) return
    await this.#change(async () => {
      await this.#stores.call(undoImport, { id })
      this.#model.undo(id)
    })
  }

  /** Changes figures as acknowledged, or not at all. */
  async #change(work: () => Promise<void>): Promise<string> {
    const outcome = await work().then(
      () => 'acknowledged',
      (error: Error) => {
        const { name, message } = error
        const code = error instanceof Refusal ? error.code : message
        this.failures.add(`${name}: ${code.replaceAll(/\d+/g, 'N')}`)
        return error instanceof Refusal ? 'refused' : 'failed'
      },
    )
    this.#count(outcome)
    return outcome
  }

  /** Expects the figures of the model once the store answers. */
  async #expectFigures(name: string): Promise<void> {
    const expected = Object.fromEntries(apps.map((app) => [app, 0]))
    for (const line of this.#model.figures()) {
      const [, app = '', , , , count] = line.split(' ')
      expected[app]! += Number(count)
    }
    for (let retries = 0; ; retries++) {
      expect(retries, name).toBeLessThan(maxRetries)
      const { statusCode, body } = await this.#server!.get(stats)
      if (statusCode === 200) {
        const { data } = JSON.parse(body) as {
          data: { app_id: string; data: { impressions: number } }[]
        }
        const told = data.map((item) => [item.app_id, item.data.impressions])
        expect(Object.fromEntries(told), name).toEqual(expected)
        return
      }
      this.#count(`${name}: ${statusCode}`)
      expect(statusCode, body).toBe(503)
      await delay(50)
    }
  }

  /** Writes an input file outside the full disk. */
  async #file(lines: readonly string[]) {
    const path = `${this.#disk.path}.csv`
    await writeFile(path, `${lines.join('\n')}\n`)
    return { files: [{ name: 'given.csv', path }] }
  }

  #count(name: string): void {
    this.counted[name] = (this.counted[name] ?? 0) + 1
  }
}
