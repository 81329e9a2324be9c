import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished } from 'vitest'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import type { OpenedBackup } from '../../src/use-cases/backup/opened-backup.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import type { Call } from '../../src/use-cases/use-case.ts'
import { dayMs, dayOf, formatDay } from '../../src/values/day.ts'
import { formatInstant } from '../../src/values/instant.ts'
import { type Query, serveReports, type TestServer } from '../fixtures/report-server.ts'

const start = Date.parse('2026-04-01T12:00:00Z')
const key = 'studio-key-of-at-least-22-characters'

/** The day after the nth import of a site. */
export const day = (nth: number): string => formatDay(dayOf(start + nth * dayMs))

export const reportPath =
  '/api/v2/publisher/report?start_date=2026-03-01&end_date=2026-03-02&metrics=impressions,revenue_micros'

/** An installation in files whose one slice, of two rows, is restated once a day, at noon. */
export class Compacted {
  readonly root: string
  #installation!: Installation
  #server!: TestServer
  #nowMs = start
  #files = 0
  /** When each import of {@link restate} was committed. */
  readonly instants: string[] = []
  /** The impressions that each of them stated. */
  readonly stated: number[] = []

  constructor(root: string) {
    this.root = root
  }

  get call(): Call {
    return this.#installation.call
  }

  /** Begins a backup, to be read or closed. */
  backUp(): Promise<OpenedBackup> {
    return this.#installation.backUpAs({ kind: 'command', address: null })(null)
  }

  async open({ acceptRestore = false } = {}): Promise<void> {
    this.#installation = await openInstallation(dataDirectory(this.root), {
      ...({ use: 'serve', acceptRestore } as const),
      now: () => new Date(this.#nowMs),
    })
    this.#server = serveReports(this.#installation)
  }

  async close(): Promise<void> {
    await this.#server.close()
    await this.#installation.close()
  }

  async reopen(): Promise<void> {
    await this.close()
    await this.open()
  }

  /** Does work, restores the records from before it, and accepts them. */
  async forgetRecordsOf(work: () => Promise<void>): Promise<void> {
    const { relational } = dataDirectory(this.root)
    const copy = join(this.root, 'records-copy')
    await this.close()
    await copyFile(relational, copy)
    await this.open()
    await work()
    await this.close()
    await copyFile(copy, relational)
    await this.open({ acceptRestore: true })
  }

  /** The id of a new account. */
  async addAccount(username: string): Promise<number> {
    await this.call(createAccount, { username })
    return (await this.#installation.accounts.get(username)).id
  }

  /** Restates the slice once a day, so many times. A day passes after each. */
  async restate(times: number): Promise<void> {
    for (let nth = 0; nth < times; nth++) {
      const impressions = 1_000 + this.stated.length
      await this.#import(
        `2026-03-01,hop-ios,ownnet,video,US,${impressions},1\n2026-03-01,hop-ios,ownnet,video,DE,1,1`,
      )
      this.stated.push(impressions + 1)
      this.instants.push(formatInstant(this.#nowMs))
      this.#nowMs += dayMs
    }
  }

  /** @param lines of an apps file */
  async addApps(...lines: readonly string[]): Promise<void> {
    const path = join(this.root, 'apps.csv')
    await writeFile(path, `app_id,publisher,app_name,platform\n${lines.join('\n')}\n`)
    await this.call(importApps, {}, { files: [{ name: 'apps.csv', path }] })
  }

  /** Restates figures of another account. */
  async restateOthers(app = 'zap-ios'): Promise<void> {
    await this.#import(`2026-03-01,${app},ownnet,video,US,${this.#files},1`)
    this.instants.push(formatInstant(this.#nowMs))
    this.#nowMs += dayMs
  }

  async deleteAll(account = 'studio'): Promise<void> {
    const days = { startDate: '2026-03-01', endDate: '2026-03-31' }
    await this.call(deleteFigures, { account, ...days })
    this.#nowMs += dayMs
  }

  async get(path: string, query: Query = {}) {
    const answer = await this.#server.get(
      `${path}${path.includes('?') ? '&' : '?'}key=${key}${
        Object.keys(query).length > 0
          ? `&${new URLSearchParams(query as Record<string, string>)}`
          : ''
      }`,
    )
    const { statusCode: status, body, headers } = answer
    return {
      status,
      body,
      etag: String(headers.etag),
      cursor: /"next_cursor":"(\w+)"/.exec(body)?.[1],
    }
  }

  /** The bodies as of each import from one on, and now. */
  async answersAsOf(from = 0): Promise<string[]> {
    const asked = [...this.instants.slice(from).map((as_of) => ({ as_of })), {}]
    return Promise.all(
      asked.map(async (query) => {
        const { status, body } = await this.get(reportPath, query)
        // Otherwise a refusal looks like other figures.
        expect(status, body).toBe(200)
        return body
      }),
    )
  }

  async impressions(): Promise<number> {
    const { body } = await this.get(reportPath)
    return JSON.parse(body).totals.impressions
  }

  /** All changed slices, the first checkpoint and the end. */
  async changed() {
    const { body } = await this.get('/api/v2/publisher/report/changed')
    const lines = body.trimEnd().split('\n')
    const all = lines.map((line) => JSON.parse(line))
    return {
      lines,
      first: all[1].cursor as string,
      end: all.at(-1).next_cursor as string,
    }
  }

  /** How many rows the tables of past versions have. Opens the stores again. */
  async versions() {
    await this.close()
    const instance = await DuckDBInstance.create(join(this.root, 'figures.duckdb'))
    const connection = await instance.connect()
    const counts: Record<string, number> = {}
    for (const table of ['past_slices', 'past_figures']) {
      const found = await connection.runAndReadAll(`SELECT count(*) FROM ${table}`)
      counts[table] = Number(found.getRows()[0]![0])
    }
    connection.closeSync()
    instance.closeSync()
    await this.open()
    return counts
  }

  async #import(row: string): Promise<void> {
    const path = join(this.root, `${this.#files++}.csv`)
    await writeFile(path, `date,app_id,network,format,country,impressions,revenue\n${row}\n`)
    await this.call(importFigures, {}, { files: [{ name: 'rows.csv', path }] })
  }
}

export async function openCompacted(): Promise<Compacted> {
  const root = await mkdtemp(join(tmpdir(), 'adtally-compact-'))
  const site = new Compacted(root)
  await site.open()
  onTestFinished(async () => {
    await site.close()
    await rm(root, { recursive: true, force: true })
  })
  await site.call(createAccount, { username: 'studio', key })
  await site.call(createAccount, { username: 'others' })
  await site.addApps('hop-ios,studio,Hop,ios', 'zap-ios,others,Zap,ios')
  return site
}
