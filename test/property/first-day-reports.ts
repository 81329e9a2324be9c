import { formatDay } from '../../src/values/day.ts'
import { daysFrom } from '../connections/pulled-site.ts'
import { googleEuros } from '../fake-networks/networks/admob.ts'
import { appNumber, dollars, type Truth, type TruthRow } from '../fake-networks/truth.ts'

/** Saturday to Monday. */
export const days = daysFrom('2026-03-07', '2026-03-09')
/** Dollars for a euro on Friday, of which the rates of the weekend are, and on Monday. */
export const dollarsForEuro = { '2026-03-06': '1.0842', '2026-03-09': '1.0917' } as const

export type Currency = 'USD' | 'EUR'
export type Name = 'applovin-max' | 'unity-ads' | 'admob'

/** A file's name and text: what a studio exports of all {@link days}. */
export type Report = readonly [name: string, text: string]

/** AdMob reports in the account's currency, the others in dollars. */
export const exportsOf: Readonly<
  Record<Name, readonly ((truth: Truth, currency: Currency) => Report)[]>
> = {
  'applovin-max': [
    (truth) => [
      'max.csv',
      table(
        ['day', 'application', 'package_name', 'platform', 'ad_format', 'country', 'network'],
        ['max_ad_unit_id', 'impressions', 'estimated_revenue'],
        mediated(truth).map((row) => [...maxLabels(row), row.adUnit, ...figuresOf(row)]),
      ),
    ],
    (truth) => [
      'max-console.csv',
      table(
        ['Day', 'Application', 'Package Name', 'Platform', 'Ad Format', 'Country', 'Network'],
        ['Ad Unit', 'Impressions', 'Est. Revenue'],
        mediated(truth).map((row) => [...maxLabels(row), row.adUnit, ...figuresOf(row)]),
      ),
    ],
  ],
  'unity-ads': [
    (truth) => [
      'unity.json',
      JSON.stringify(
        own(truth, 'unityads').map((row) => ({
          timestamp: `${formatDay(row.day)}T00:00:00.000Z`,
          country: row.country,
          platform: row.app.platform,
          placement: row.adUnit,
          source_game_id: appNumber('unityads', row.app),
          source_name: row.app.name,
          start_count: row.impressions,
          revenue_sum: Number(dollars(row.revenueMicros)),
        })),
      ),
    ],
  ],
  admob: [
    (truth, currency) => [
      'admob.json',
      JSON.stringify([
        { header: { localizationSettings: { currencyCode: currency } } },
        ...own(truth, 'admob').map((row) => ({ row: admobApiRow(row, currency) })),
        { footer: {} },
      ]),
    ],
    (truth, currency) => [
      'admob-console.csv',
      table(
        ['Date', 'App', 'Platform', 'Ad unit', 'Country', 'Format'],
        [`Estimated earnings (${currency})`, 'Impressions'],
        own(truth, 'admob').map((row) => [
          ...[formatDay(row.day), row.app.name, platformOf(row), row.adUnit, row.country],
          ...[row.format, dollars(admobMicros(row, currency)), row.impressions],
        ]),
      ),
    ],
  ],
}

/**
 * An account's revenue, computed naively from the rows of the reports: a network counts by its own report of a day,
 * or else by the mediation's. Money of a day, app, network, format and country is converted at once.
 */
export function earned(truth: Truth, currency: Currency): TruthRow[] {
  return days.flatMap((day) => {
    const admob = truth.rows('admob', day)
    const unity = truth.rows('unityads', day)
    const rest = truth
      .mediationRows(day)
      .filter(({ network }) =>
        network === 'admob' ? admob.length === 0 : network !== 'unityads' || unity.length === 0,
      )
    const paid = admob.map((row) => ({ ...row, revenueMicros: admobMicros(row, currency) }))
    if (currency === 'USD') return [...paid, ...unity, ...rest]
    // Unity's report has no formats.
    const sums = [
      ...summed(unity, ({ app, country }) => [app.package, app.platform, country]),
      ...summed(rest, ({ network, app, country, format }) => [
        ...[network, app.package, app.platform, country, format],
      ]),
    ]
    return [...paid, ...sums.map((row) => ({ ...row, revenueMicros: euros(row) }))]
  })
}

function summed(rows: readonly TruthRow[], key: (row: TruthRow) => string[]): TruthRow[] {
  const groups = Map.groupBy(rows, (row) => key(row).join())
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    impressions: group.reduce((sum, { impressions }) => sum + impressions, 0),
    revenueMicros: group.reduce((sum, { revenueMicros }) => sum + revenueMicros, 0),
  }))
}

/** Divided by the rate with four places, and rounded half up. */
function euros({ day, revenueMicros }: TruthRow): number {
  const rate = dollarsForEuro[day === days.at(-1) ? '2026-03-09' : '2026-03-06']
  const divisor = BigInt(rate.replace('.', ''))
  return Number((BigInt(revenueMicros) * 20_000n + divisor) / (2n * divisor))
}

const mediated = (truth: Truth) => days.flatMap((day) => truth.mediationRows(day))
const own = (truth: Truth, network: string) => days.flatMap((day) => truth.rows(network, day))
const platformOf = ({ app }: TruthRow) => (app.platform === 'ios' ? 'iOS' : 'Android')
const admobMicros = (row: TruthRow, currency: Currency) =>
  currency === 'EUR' ? googleEuros(row) : row.revenueMicros
const figuresOf = (row: TruthRow) => [row.impressions, dollars(row.revenueMicros)]

const maxNames: Readonly<Record<string, string>> = {
  admob: 'ADMOB_BIDDING',
  unityads: 'UNITY_BIDDING',
  mintegral: 'MINTEGRAL_BIDDING',
}
const maxFormats = { banner: 'BANNER', interstitial: 'INTER', rewarded: 'REWARD' } as const

const maxLabels = ({ day, app, format, country, network }: TruthRow) => [
  ...[formatDay(day), app.name, app.package, app.platform, maxFormats[format]],
  ...[country.toLowerCase(), maxNames[network]!],
]

function admobApiRow(row: TruthRow, currency: Currency) {
  return {
    dimensionValues: {
      DATE: { value: formatDay(row.day).replaceAll('-', '') },
      APP: {
        value: `ca-app-pub-1234567890123456~${appNumber('admob', row.app)}`,
        displayLabel: row.app.name,
      },
      PLATFORM: { value: platformOf(row) },
      FORMAT: { value: row.format },
      AD_UNIT: { value: row.adUnit },
      COUNTRY: { value: row.country },
    },
    metricValues: {
      ESTIMATED_EARNINGS: { microsValue: String(admobMicros(row, currency)) },
      IMPRESSIONS: { integerValue: String(row.impressions) },
    },
  }
}

const table = (
  labels: readonly string[],
  figures: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string => [[...labels, ...figures], ...rows].map((row) => `${row.join(',')}\n`).join('')
