import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import { Inbox } from '../../src/use-cases/inbox/inbox.ts'
import { type ImportClient, importClient } from '../api/v2-publisher/import-client.ts'
import { type ImportSite, openSite } from '../import/import-site.ts'

// The three reports of a first day: revenue of Unity Ads and AdMob is in MAX's report too, a little different, and
// each report names the app in its own way. Whatever comes first and however it comes, the total is one and the same.

const days = ['2026-03-01', '2026-03-02', '2026-03-03'] as const

const max = [
  'day,application,package_name,platform,ad_format,country,network,max_ad_unit_id,impressions,estimated_revenue',
  ...days.flatMap((day, nth) =>
    [
      ['ADMOB_BIDDING', 100 + nth, '1.204811'],
      ['UNITY_BIDDING', 70 + nth, '0.91'],
      ['MINTEGRAL_BIDDING', 50 + nth, '0.310007'],
    ].map(
      (row) => `${day},Zap,com.example.zap,android,REWARD,us,${row[0]},unit,${row[1]},${row[2]}`,
    ),
  ),
  '',
].join('\n')

/** Of the first two days: of the third, MAX's rows count. */
const unity = JSON.stringify(
  days.slice(0, 2).map((day, nth) => ({
    ...{ timestamp: `${day}T00:00:00.000Z`, country: 'US', placement: 'video' },
    ...{ platform: 'android', source_game_id: '4600002', source_name: 'Other Zap' },
    ...{ adrequest_count: 90, available_sum: 80, view_count: 5 },
    ...{ start_count: 68 + nth, revenue_sum: 0.900003 },
  })),
)

const admob = JSON.stringify([
  { header: { localizationSettings: { currencyCode: 'USD' } } },
  ...days.slice(1).map((day, nth) => ({
    row: {
      dimensionValues: {
        DATE: { value: day.replaceAll('-', '') },
        APP: { value: 'ca-app-pub-1~7', displayLabel: 'AdMob Zap' },
        PLATFORM: { value: 'Android' },
        FORMAT: { value: 'rewarded' },
        COUNTRY: { value: 'US' },
      },
      metricValues: {
        ESTIMATED_EARNINGS: { microsValue: '1190002' },
        IMPRESSIONS: { integerValue: String(99 + nth) },
      },
    },
  })),
  { footer: { matchingRowCount: '2' } },
])

const reports = { 'max.csv': max, 'unity.json': unity, 'admob.json': admob } as const
type Name = keyof typeof reports

const expected = [
  ...['2026-03-01 admob 100 1204811', '2026-03-01 mintegral 50 310007'],
  ...['2026-03-01 unityads 68 900003', '2026-03-02 admob 99 1190002'],
  ...['2026-03-02 mintegral 51 310007', '2026-03-02 unityads 69 900003'],
  ...['2026-03-03 admob 100 1190002', '2026-03-03 mintegral 52 310007'],
  '2026-03-03 unityads 72 910000',
]

const clients = new WeakMap<ImportSite, ImportClient>()

const ways = {
  command: async (site: ImportSite, name: Name) => {
    await site.importStats([await site.file(name, reports[name])], { createApps: 'studio' })
  },
  http: async (site: ImportSite, name: Name) => {
    const client = clients.get(site) ?? (await importClient(site))
    clients.set(site, client)
    const answer = await client.form([
      ['create_apps', 'true'],
      ['file', [name, reports[name]]],
    ])
    expect(answer.statusCode, answer.body).toBe(201)
  },
  inbox: async (site: ImportSite, name: Name) => {
    const folder = join(site.root, 'inbox')
    await mkdir(folder, { recursive: true })
    const inbox = new Inbox(folder, (files) => site.importStats(files, { createApps: 'studio' }), {
      report: () => undefined,
      warn: (message) => expect.fail(message),
      word: wordForCli,
    })
    await inbox.open()
    await writeFile(join(folder, name), reports[name])
    await inbox.look()
    await inbox.look()
  },
} as const

const arrivals = fc
  .shuffledSubarray(Object.keys(reports) as Name[], { minLength: 3 })
  .chain((order) =>
    fc
      .array(fc.constantFrom(...order), { maxLength: 2 })
      .chain((again) =>
        fc.tuple(
          ...[...order, ...again].map((name) =>
            fc.tuple(
              fc.constant(name),
              fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
            ),
          ),
        ),
      ),
  )

test('the first day gives one total, in any order and by any way in', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (drawn) => {
      const site = await openSite()
      for (const [name, way] of drawn) await ways[way](site, name)
      const { id } = await site.installation.accounts.get('studio')
      const lines = await site.readAccount(id, 'slices', ['day', 'network'])
      const shown = lines.map((line) => {
        const [day, network, impressions, , , micros] = line.split(' ')
        return [day, network, impressions, micros].join(' ')
      })
      expect(shown.sort()).toEqual(expected)
    }),
    { numRuns: Number(process.env.ADTALLY_PROPERTY_CASES ?? '6') },
  )
})
