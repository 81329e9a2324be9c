import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { adtally, adtallyWorks, type Outcome } from '../cli/run-adtally.ts'
import { type ServerProcess, startServing } from '../cli/spawn-adtally.ts'
import { unityReport } from '../first-day/reports.ts'
import { workbookFile } from '../fixtures/workbook-file.ts'
import {
  inmobiDashboard,
  maxDashboard,
  mintegralPage,
  pangleAnswer,
} from '../import/network-reports.ts'
import { DocsShell } from './docs-shell.ts'

/** A folder in which the commands of a page run. */
export interface DocsWorld {
  readonly folder: string
  readonly shell: DocsShell
  /** @throws Error before there is a server */
  readonly baseUrl: () => string
  readonly close: () => Promise<void>
}

interface WorldOptions {
  /** Prepares the folder, before a server runs. @returns the keys of `studio` and `demo` */
  readonly prepare?: (folder: string) => Promise<{ readonly key: string; readonly demoKey: string }>
  /** Runs before each command of Adtally, once there is a server. */
  readonly before?: (
    place: { readonly folder: string; readonly baseUrl: string },
    args: readonly string[],
  ) => Promise<void>
}

/** Without preparation, the folder is empty, and `adtally serve` starts its server. */
export async function openWorld({ prepare, before }: WorldOptions = {}): Promise<DocsWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-docs-'))
  let server: ServerProcess | null = null
  let keys = { key: 'KEY', demoKey: 'KEY' }
  const start = async (args: readonly string[]) => {
    server = await startServing(args, { cwd: folder })
  }
  if (prepare) {
    keys = await prepare(folder)
    await start([])
  }
  const shell = await DocsShell.open({
    folder,
    port: () => server && Number(new URL(server.baseUrl).port),
    key: () => keys.key,
    demoKey: () => keys.demoKey,
    before: async (args) => {
      if (server) await before?.({ folder, baseUrl: server.baseUrl }, args)
    },
    serve: async (args): Promise<Outcome> => {
      const flags = args.filter((arg) => arg !== '--demo')
      // A second server on the directory would be refused.
      if (server) return adtally(['config', ...flags], { cwd: folder })
      const shown = await adtallyWorks(['keys', 'show', 'studio', 'default'], { cwd: folder })
      keys = { key: shown.trim(), demoKey: shown.trim() }
      await start(args)
      return { code: 0, stdout: '', stderr: '' }
    },
  })
  return {
    folder,
    shell,
    baseUrl: () => server!.baseUrl,
    close: async () => {
      await shell.close()
      await server?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const appsCsv = `app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package
hop-ios,studio,Hop,ios,1234567890,com.example.hop,
hop-android,studio,Hop,android,,,com.example.hop
mygame-ios,studio,My Game,ios,1234567891,com.example.mygame,
mygame-android,studio,My Game,android,,,com.example.mygame
`

const figuresOf = (month: string) => `date,app_id,network,format,country,impressions,revenue,clicks
2026-${month}-01,hop-ios,ownnet,rewarded,US,1200,14.204811,96
2026-${month}-01,hop-ios,admob,banner,DE,5400,1.31,
`

/** The demo, the account `studio` with the apps of the pages, and the files that their commands name. */
export async function prepareDocs(folder: string) {
  const works = (...args: string[]) => adtallyWorks(args, { cwd: folder })
  await works('demo', '--apps', '12', '--days', '2', '--data-dir', 'data')
  await works('accounts', 'create', 'studio')
  await writeFile(join(folder, 'apps.csv'), appsCsv)
  await works('import', 'apps', 'apps.csv')
  await works('apps', 'link', 'mintegral', '5501', 'hop-ios')
  await writeFiles(folder)
  const every = ['read', 'import', 'manage'].flatMap((permission) => ['--allow', permission])
  const key = (await works('keys', 'create', 'studio', 'docs', ...every)).trim()
  const demoKey = (await works('keys', 'create', 'demo', 'docs')).trim()
  return { key, demoKey }
}

async function writeFiles(folder: string): Promise<void> {
  const csv = figuresOf('03')
  const pages = [1, 2].map((page) => mintegralPage(page, 2, [{ country: 'US', impressions: page }]))
  const pangle = pangleAnswer([{ package: 'com.example.hop', currency: 'eur', revenue: '2' }])
  const records = {
    games: { id: 'g1', name: 'Hop', platforms: ['ios'] },
    activity: {
      ...{ id: 'a1', type: 'checkin', platform: 'ios', created_at: '2026-03-01T09:30:00Z' },
      ...{ user_id: 'u1', game_id: 'g1' },
    },
  }
  const files: Record<string, string | Uint8Array> = {
    'march.csv': csv,
    'march.csv.gz': gzipSync(csv),
    'march.xlsx': workbookFile(
      csv
        .trim()
        .split('\n')
        .map((line) => line.split(',')),
    ),
    'unity-ads.zip': unityReport(),
    'figures.csv': csv,
    'games.ndjson': JSON.stringify(records.games),
    'users.csv': 'id,username\nu1,otter\n',
    'activity.ndjson.gz': gzipSync(JSON.stringify(records.activity)),
    'inmobi-countries.csv': inmobiDashboard(['Germany,12,0.5']),
    'countries.csv': inmobiDashboard(['Germany,12,0.5']),
    'max-countries.csv': maxDashboard(['Germany,0.5,12,41.67']),
    'mintegral.json': mintegralPage(1, 1, [{ country: 'US', impressions: 1 }]),
    'mintegral-page-1.json': pages[0]!,
    'mintegral-page-2.json': pages[1]!,
    'page-1.json': pages[0]!,
    'page-2.json': pages[1]!,
    'pangle.json': pangle,
    'rates.csv': 'day,currency,rate\n2026-03-01,EUR,1.0842\n',
    'fairbid-report.csv': `Fyber App ID,App Name,Placement Name,Placement Type,Country,Device OS,Date,Bid Requests,Bid Responses,Impressions,Clicks,Rewarded Completions,Revenue (USD),Unique Impressions
70001,Wreck Master 3D!,H BANNER 1,Banner,PH,ios,2026-03-01,52000,95,33,0,0,0.0363,4
`,
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content)
  }
  await writeParquet(join(folder, 'april.parquet'), figuresOf('04'))
}

async function writeParquet(path: string, csv: string): Promise<void> {
  const source = `${path}.csv`
  await writeFile(source, csv)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(
    `COPY (SELECT * REPLACE (CAST(revenue AS DECIMAL(18, 6)) AS revenue) FROM read_csv('${source}')) TO '${path}' (FORMAT parquet)`,
  )
  connection.closeSync()
  instance.closeSync()
  await rm(source)
}
