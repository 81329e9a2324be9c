import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { type DataDirectory, dataDirectory } from '../../src/config/data-directory.ts'
import type { Servers } from '../../src/config/servers.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { Dimension } from '../../src/reporting/report-request.ts'
import type { ReportStore } from '../../src/reporting/report-store.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import type { GivenFile, InputFormat } from '../../src/sources/readers/input-file.ts'
import type { ImportSummary } from '../../src/staging/import-summary.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import type { FiguresRequest } from '../../src/use-cases/import-figures.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { type Day, formatDay, parseDay } from '../../src/values/day.ts'
import { Refusal } from '../../src/values/refusal.ts'
import type { WordedRefusal } from '../../src/wording/word-refusal.ts'
import { dropServers, givenServers } from '../fixtures/given-servers.ts'
import { prepareDirectory } from '../fixtures/prepared-directory.ts'
import { serveReports, type TestServer } from '../fixtures/report-server.ts'
import { isNight } from '../night.ts'

/** The required columns of a stats file. */
export const header = 'date,app_id,network,format,country,impressions,revenue'

const firstInstant = Date.parse('2026-03-10T12:00:00Z')

/** An installation in a temporary directory. Nothing is kept in memory, as in a command. */
export class ImportSite {
  readonly root: string
  directory: DataDirectory
  /** Its servers; their databases belong to this site. */
  readonly servers: Servers
  #installation: Installation | null = null
  #server: TestServer | null = null
  #seconds = 0
  #files = 0

  constructor(root: string, relational?: string, servers = givenServers()) {
    this.root = root
    this.servers = servers
    const directory = dataDirectory(join(root, 'data'), this.servers)
    this.directory = {
      ...directory,
      limits: { ...directory.limits, answerBytes: 0 },
      ...(relational && { relational }),
    }
  }

  get installation(): Installation {
    if (!this.#installation) throw new Error('The site is closed.')
    return this.#installation
  }

  get call() {
    return this.installation.call
  }

  async open(): Promise<void> {
    this.#installation = await openInstallation(this.directory, {
      // A server's engine has one thread, which takes a quarter less of the processor for a few rows than two.
      use: isNight ? 'command' : 'serve',
      // Each reading adds a second, so every import has a different time.
      now: () => new Date(firstInstant + 1_000 * this.#seconds++),
    })
  }

  async close(): Promise<void> {
    await this.#server?.close()
    await this.#installation?.close()
    this.#server = null
    this.#installation = null
  }

  passHour(): void {
    this.#seconds += 3_601
  }

  /** Writes a file to import. */
  async file(name: string, content: string | Uint8Array): Promise<GivenFile> {
    const folder = join(this.root, 'in', String(this.#files++))
    await mkdir(folder, { recursive: true })
    const path = join(folder, name)
    await writeFile(path, content)
    return { name, path }
  }

  /** Writes the rows of a query to a Parquet file. */
  async parquet(name: string, query: string): Promise<GivenFile> {
    const file = await this.file(name, '')
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(`COPY (${query}) TO '${file.path}' (FORMAT parquet)`)
    connection.closeSync()
    instance.closeSync()
    return file
  }

  importStats(files: readonly GivenFile[], request: FiguresRequest = {}): Promise<ImportSummary> {
    return this.call(importFigures, request, { files })
  }

  /** Imports lines in Adtally's own format, with the columns of {@link header} by default. */
  async importLines(
    lines: readonly string[],
    request: FiguresRequest & { readonly columns?: string } = {},
  ): Promise<ImportSummary> {
    const { columns = header, ...rest } = request
    return this.importStats([await this.file('figures.csv', csv(lines, columns))], rest)
  }

  async importApps(text: string, name = 'apps.csv', inputFormat?: InputFormat) {
    return this.call(importApps, inputFormat ? { inputFormat } : {}, {
      files: [await this.file(name, text)],
    })
  }

  /** The body of a stats request of the account `studio`. */
  async report(query: Readonly<Record<string, string>> = {}) {
    return (await this.request(query)).json()
  }

  /** The whole answer to a stats request of the account `studio`. */
  request(query: Readonly<Record<string, string>>) {
    const parameters = new URLSearchParams({
      developer: 'studio',
      key: studioKey,
      start_date: '2018-01-01',
      end_date: '2027-12-31',
      ...query,
    })
    return this.#inject(`/api/v2/publisher/applications/stats?${parameters}`)
  }

  /** The first changes of the account `studio`. */
  async changes() {
    const answer = await this.#inject(
      `/api/v2/publisher/changes?developer=studio&key=${studioKey}&limit=1000`,
    )
    return answer.json() as { data: ChangeAnswer[] }
  }

  /** An account's applications. */
  async applications(developer = 'studio', key = studioKey) {
    const answer = await this.#inject(
      `/api/v2/publisher/applications?developer=${developer}&key=${key}`,
    )
    return answer.json().data as Record<string, unknown>[]
  }

  /** Made when it is asked first: most sites are asked nothing, and it takes half as long as an import. */
  get server(): TestServer {
    this.#server ??= serveReports(this.installation)
    return this.#server
  }

  #inject(url: string) {
    return this.server.get(url)
  }

  /**
   * All figures of all accounts, as lines of `date app network format country impressions
   * clicks installs micros`.
   */
  async figures(): Promise<string[]> {
    return this.#read('figures', ['day', 'app', 'network', 'format', 'country'])
  }

  /** The same by slice, from the stored slice totals. */
  async slices(): Promise<string[]> {
    return this.#read('slices', ['day', 'app', 'network'])
  }

  async #read(table: ReportPlan['table'], dimensions: Dimension[]): Promise<string[]> {
    const { accounts } = this.installation
    const lines: string[] = []
    for (const { id } of await accounts.list()) {
      lines.push(...(await this.readAccount(id, table, dimensions)))
    }
    return lines.sort()
  }

  async readAccount(
    account: number,
    table: ReportPlan['table'],
    dimensions: readonly Dimension[],
    {
      asOfMs,
      figures = this.installation.figures,
      days = ['1970-01-01', '2100-01-01'],
      namesOf = account,
    }: {
      readonly asOfMs?: number | undefined
      readonly figures?: ReportStore
      readonly days?: readonly [first: string, last: string]
      /** The account that has the apps, when figures of a secondary report are read. */
      readonly namesOf?: number
    } = {},
  ): Promise<string[]> {
    const { apps } = this.installation
    const names = new Map((await apps.ofAccount(namesOf)).map((app) => [app.key, app.appId]))
    const sums = ['impressions', 'clicks', 'installs', 'revenueMicros'] as const
    const plan: ReportPlan = {
      table,
      account,
      apps: null,
      days: { firstDay: parseDay(days[0])!, lastDay: parseDay(days[1])! },
      ...(asOfMs !== undefined && { asOfMs }),
      filters: {},
      dimensions,
      sums,
      sorted: false,
      totals: null,
    }
    const rows = await runPlan(plan, figures, new AbortController().signal)
    const lines: string[] = []
    for await (const chunk of rows.chunks) {
      for (let row = 0; row < chunk.rowCount; row++) {
        const labels = dimensions.map((dimension) => {
          const { codes, labels: texts } = chunk.dimensions[dimension]!
          const code = codes[row]!
          if (dimension === 'day') return formatDay(code as Day)
          return dimension === 'app' ? names.get(code) : texts![code]
        })
        lines.push([...labels, ...sums.map((sum) => chunk.sums[sum]![row])].join(' '))
      }
    }
    return lines
  }
}

interface ChangeAnswer {
  readonly date: string
  readonly app_id: string
  readonly old: { readonly impressions: number } | null
  readonly new: { readonly impressions: number } | null
}

/** The key of the account `studio`. */
export const studioKey = 'studio-key-of-at-least-22-characters'
export const euroKey = 'euro-key-of-at-least-22-characters'

const knownApps = `app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package
zap-ios,studio,Zap,ios,900000001,com.example.zap,
zap-android,studio,Zap,android,,,com.example.zap
brick,studio,Brick,amazon,,,com.example.brick
euro-app,euros,Euro App,ios,,com.example.euro,
`

/**
 * Opens a site with the accounts `studio` (USD, three apps) and `euros` (EUR, one app). It is
 * removed after the test.
 *
 * @param relational the URL of an empty database; a file of the site when absent
 */
export async function openSite(relational?: string): Promise<ImportSite> {
  const site = await newSite(relational)
  onTestFinished(() => removeSite(site))
  return site
}

/** The same for all tests of a block, which share their imports. */
export function shareSite(): () => ImportSite {
  let site: ImportSite
  beforeAll(async () => {
    site = await newSite()
  })
  afterAll(() => removeSite(site))
  return () => site
}

async function newSite(relational?: string): Promise<ImportSite> {
  const site = new ImportSite(await mkdtemp(join(tmpdir(), 'adtally-import-')), relational)
  const isEmbedded = !relational && !site.servers.clickhouse
  if (isEmbedded) await copyPrepared(site.root)
  await site.open()
  if (!isEmbedded) await addAccounts(site)
  return site
}

const copyPrepared = prepareDirectory(async (root) => {
  const site = new ImportSite(root)
  await site.open()
  await addAccounts(site)
  await site.close()
})

async function addAccounts(site: ImportSite): Promise<void> {
  await site.call(createAccount, { username: 'studio', key: studioKey })
  await site.call(createAccount, { username: 'euros', currency: 'EUR', key: euroKey })
  await site.importApps(knownApps)
}

async function removeSite(site: ImportSite): Promise<void> {
  await site.close()
  await dropServers(site.servers)
  await rm(site.root, { recursive: true, force: true })
}

/** A CSV with a header and these lines. */
export function csv(lines: readonly string[], columns = header): string {
  return `${[columns, ...lines].join('\n')}\n`
}

/** A refusal, and its text on the command line. */
export interface ShownRefusal extends WordedRefusal {
  readonly code: string
  readonly facts: object
}

/** Expects a call to be refused. */
export async function refusalOf(work: Promise<unknown>): Promise<ShownRefusal> {
  const outcome = await work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  if ('result' in outcome) expect.fail(`not refused, but ${JSON.stringify(outcome.result)}`)
  expect(outcome.error).toBeInstanceOf(Refusal)
  const refusal = outcome.error as Refusal
  return { code: refusal.code, facts: refusal.facts, ...wordForCli(refusal) }
}

/** Bad cells as `file:line: column: value`, without the accepted values. */
export function placesOf({ details }: ShownRefusal): string[] {
  return details.map((detail) => detail.replace(/ (is not accepted|is missing); expected .*$/s, ''))
}

/** Expects a call to be refused without changing any figure. */
export async function refusedUnchanged(
  site: ImportSite,
  work: () => Promise<unknown>,
): Promise<ShownRefusal> {
  const before = [await site.figures(), await site.installation.figures.states.version()]
  const refusal = await refusalOf(work())
  expect([await site.figures(), await site.installation.figures.states.version()]).toEqual(before)
  return refusal
}

/** The rows of a reject file, by the names of its columns. */
export async function readRejects(path: string | null): Promise<Record<string, string>[]> {
  return parse(await readFile(path!), { columns: true }) as Record<string, string>[]
}
