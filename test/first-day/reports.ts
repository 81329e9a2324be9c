import { numberCell, type SheetCell, workbookFile } from '../fixtures/workbook-file.ts'
import { zipFile } from '../fixtures/zip-file.ts'

// A newcomer's files on the first day: three networks' reports, as their consoles and interfaces give them,
// and a file of apps. The figures are invented.

const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs)

/** The three days up to yesterday. */
export const days = [3, 2, 1].map((before) =>
  new Date((today - before) * dayMs).toISOString().slice(0, 10),
)

/** The days as a spreadsheet counts them. */
const serials = [3, 2, 1].map((before) => String(today - before + 25_569))

export const appsCsv = `app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package
hop-ios,studio,Hop,ios,1234567890,com.example.hop,
hop-android,studio,Hop,android,,,com.example.hop
`

/** AppLovin MAX: a CSV of several networks. */
export const maxReport = [
  'day,application,package_name,platform,ad_format,country,network,max_ad_unit_id,attempts,responses,impressions,estimated_revenue',
  ...days.flatMap((day, index) => [
    `${day},Hop,com.example.hop,android,REWARD,us,ADMOB_BIDDING,a1,900,300,${100 + index},1.204811`,
    `${day},Hop,com.example.hop,android,INTER,de,MINTEGRAL_BIDDING,a2,500,200,${50 + index},0.31`,
  ]),
  '',
].join('\n')

/** Digital Turbine FairBid: a workbook, with the noise that spreadsheets store. */
export const fairbidReport = (): Buffer =>
  workbookFile([
    [
      ...['Fyber App ID', 'App Name', 'Placement Name', 'Placement Type', 'Country', 'Device OS'],
      ...['Date', 'Bid Requests', 'Bid Responses', 'Impressions', 'Clicks', 'Revenue (USD)'],
    ],
    ...serials.map((serial, index): SheetCell[] => [
      ...[numberCell('70001'), 'Hop', 'Level end', 'Rewarded', 'US', 'ios', numberCell(serial, 1)],
      ...[numberCell('900'), numberCell('90'), numberCell(String(10 + index)), numberCell('2')],
      numberCell('0.30000000000000004', 3),
    ]),
  ])

/** Unity Ads: the answer of its interface, mailed in an archive. The app is new. */
export const unityReport = (): Buffer =>
  zipFile({
    'stats.json': JSON.stringify(
      days.map((day, index) => ({
        timestamp: `${day}T00:00:00.000Z`,
        country: 'JP',
        placement: 'video',
        platform: 'android',
        source_game_id: '4600002',
        source_name: 'Skip',
        adrequest_count: 30,
        available_sum: 20,
        view_count: 5,
        start_count: 7 + index,
        revenue_sum: 0.0361,
      })),
    ),
  })

/** The sums of the three reports together: `network,impressions,revenue`, highest revenue first. */
export const totals = [
  ['admob', 303, '3.614433'],
  ['mintegral', 153, '0.93'],
  ['digitalturbine', 33, '0.9'],
  ['unityads', 24, '0.1083'],
] as const

export const totalRevenue = '5.552733'
