import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { addDays, dayOf, formatDay } from '../../src/values/day.ts'
import { adtallyWorks } from '../cli/run-adtally.ts'
import { unityReport } from '../first-day/reports.ts'
import { issuedFile } from '../fixtures/issued-statement.ts'
import { workbookFile } from '../fixtures/workbook-file.ts'
import {
  inmobiDashboard,
  maxDashboard,
  mintegralPage,
  pangleAnswer,
} from '../import/network-reports.ts'

export const daysAgo = (days: number): string => formatDay(addDays(dayOf(Date.now()), -days))

export const appsCsv = `app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package
hop-ios,studio,Hop,ios,1234567890,com.example.hop,
hop-android,studio,Hop,android,,,com.example.hop
mygame-ios,studio,My Game,ios,1234567891,com.example.mygame,
mygame-android,studio,My Game,android,,,com.example.mygame
`

export const figuresOf = (
  month: string,
) => `date,app_id,network,format,country,impressions,revenue,clicks
2026-${month}-01,hop-ios,ownnet,rewarded,US,1200,14.204811,96
2026-${month}-01,hop-ios,admob,banner,DE,5400,1.31,
`

const paymentsCsv = `network,period,kind,amount,currency,date,reference,reason
admob,2026-03,earnings,1.29,USD,2026-04-08,INV 2026-03,
admob,2026-03,adjustment,-0.03,USD,2026-04-14,INV 2026-03,invalid traffic
admob,,payment,1.26,USD,2026-04-26,INV 2026-03,
,,payment,14.1,USD,2026-04-30,TRANSFER 4471,
`

/** The demo, the account `studio` with the apps of the pages, and the files that their commands name. */
export async function prepareDocs(folder: string) {
  const works = (...args: string[]) => adtallyWorks(args, { cwd: folder })
  await works('demo', '--apps', '12', '--days', '2', '--data-dir', 'data')
  await works('accounts', 'create', 'studio')
  await writeFile(join(folder, 'apps.csv'), appsCsv)
  await works('import', 'apps', 'apps.csv')
  await works('apps', 'link', 'mintegral', '5501', 'hop-ios')
  await works('apps', 'link', 'admob', 'ca-app-pub-1~2', 'hop-ios')
  await writeFiles(folder)
  const every = ['read', 'import', 'manage', 'finance'].flatMap((permission) => [
    '--allow',
    permission,
  ])
  const key = (await works('keys', 'create', 'studio', 'docs', ...every)).trim()
  const demoKey = (await works('keys', 'create', 'demo', 'docs')).trim()
  return { key, demoKey }
}

const valuesOf = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))

const admobAnswer = JSON.stringify([
  { header: { localizationSettings: { currencyCode: 'USD' } } },
  {
    row: {
      dimensionValues: valuesOf({
        DATE: '20260309',
        APP: 'ca-app-pub-1~2',
        PLATFORM: 'iOS',
        FORMAT: 'banner',
        COUNTRY: 'US',
        AD_SOURCE: 'AdMob Network',
      }),
      metricValues: {
        ESTIMATED_EARNINGS: { microsValue: '1250000' },
        IMPRESSIONS: { integerValue: '1000' },
      },
    },
  },
  { footer: { matchingRowCount: '1' } },
])

const levelplayAnswer = JSON.stringify([
  {
    adUnits: 'Banner',
    date: '2026-03-09',
    platform: 'iOS',
    bundleId: 'com.example.hop',
    appName: 'Hop',
    providerName: 'AdMob',
    data: [{ countryCode: 'US', impressions: 1000, clicks: 1, revenue: 1.21 }],
  },
])

async function writeFiles(folder: string): Promise<void> {
  const csv = figuresOf('03')
  const pages = [1, 2].map((page) => mintegralPage(page, 2, [{ country: 'US', impressions: page }]))
  const pangle = pangleAnswer([{ package: 'com.example.hop', currency: 'eur', revenue: '2' }])
  const records = {
    games: { id: 'g1', name: 'Hop', platforms: ['ios'] },
    activity: {
      id: 'a1',
      type: 'checkin',
      platform: 'ios',
      created_at: '2026-03-01T09:30:00Z',
      user_id: 'u1',
      game_id: 'g1',
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
    'adjust.csv':
      'day,app,store_id,os_name,partner,country_code,currency_code,installs,cost\n2026-03-01,Hop,com.example.hop,android,applovin,US,USD,50,40\n',
    'payments.csv': paymentsCsv,
    'acme-studio-2026-03.json': issuedFile(),
    'acme-apps.csv':
      'app_id,publisher,app_name,platform,android_package\nacme-hop-ios,acme,Hop,ios,\n',
    'acme-march.csv': figuresOf('03').replaceAll('hop-ios', 'acme-hop-ios'),
    'payouts.csv':
      'Date,Amount,Reference\n2026-05-16,-2.5,Acme payout acme-hop-games-2026-03\n2026-05-17,-900,Rent\n',
    'bank.csv':
      'Date,Payer,Reference,Amount\n2026-05-26,GOOGLE IRELAND LTD,Payment 2026-04,140.20\n2026-05-27,Landlord,Rent,-900.00\n',
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
    'admob.json': admobAnswer,
    'levelplay.json': levelplayAnswer,
    'eurofxref-hist.csv': 'Date,USD,JPY,\n2026-03-02,1.0842,170.1,\n2026-02-27,1.08,N/A,\n',
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
