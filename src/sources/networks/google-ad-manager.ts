import { at, type Json, listAt, textAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

/** Rows have values without names, in the order that the report asks for them. */
export const adManagerDimensions = [
  'DATE',
  'MOBILE_APP_ID',
  'MOBILE_APP_NAME',
  'OPERATING_SYSTEM_CATEGORY_NAME',
  'INVENTORY_FORMAT_NAME',
  'COUNTRY_NAME',
] as const
/** Last, so that rows without it are read alike. */
export const adUnit = 'AD_UNIT_NAME'
export const adManagerMetrics = [
  'AD_EXCHANGE_IMPRESSIONS',
  'AD_EXCHANGE_CLICKS',
  'AD_EXCHANGE_REVENUE',
] as const

const googleAdManager: NetworkSource = {
  name: 'google-ad-manager',
  title: 'Google Ad Manager report',
  network: 'google_ad_manager',
  dayZone: "the network account's",
  formats: {
    Banner: 'banner',
    Interstitial: 'interstitial',
    Rewarded: 'rewarded',
    'Rewarded interstitial': 'rewarded',
    'App open': 'app_open',
    Native: 'native',
  },
  // Deductions for invalid traffic come 11 to 15 days after the month.
  finality: {
    daysAfterMonth: 15,
    document: 'https://support.google.com/adxseller/answer/2803036',
    readOn: '2026-11-23',
  },
  reports: [
    {
      columns: [...adManagerDimensions, ...adManagerMetrics],
      json: namedRows,
      table: false,
      read: (cell) => ({
        day: cell('DATE'),
        app: {
          id: cell('MOBILE_APP_ID'),
          name: cell('MOBILE_APP_NAME'),
          platform: platformIn(cell('OPERATING_SYSTEM_CATEGORY_NAME')),
        },
        format: cell('INVENTORY_FORMAT_NAME'),
        adUnit: cell(adUnit),
        country: cell('COUNTRY_NAME'),
        impressions: cell('AD_EXCHANGE_IMPRESSIONS'),
        clicks: cell('AD_EXCHANGE_CLICKS'),
        revenue: cell('AD_EXCHANGE_REVENUE'),
        currency: cell('currency'),
      }),
    },
  ],
}

export default googleAdManager

/** Rows of websites, which have no app, are left out. */
function namedRows(answer: Json): Iterable<Json> | null {
  const rows = listAt(answer, 'rows')
  const isReport = rows?.every((row) =>
    [0, 1].includes((listAt(row, 'dimensionValues')?.length ?? 0) - adManagerDimensions.length),
  )
  if (!rows || !isReport) return null
  // Rows do not name it, so the connector writes it beside them.
  const currency = textAt(answer, 'currency')
  return rows
    .values()
    .map(namedRow)
    .filter((row) => /\w/.test(row.MOBILE_APP_ID!))
    .map((row) => ({ ...row, currency }))
}

function namedRow(row: Json): Record<string, string> {
  const values = listAt(row, 'dimensionValues')!.map(textOf)
  const amounts = (listAt(row, 'metricValueGroups', 0, 'primaryValues') ?? []).map(textOf)
  return Object.fromEntries([
    ...[...adManagerDimensions, adUnit].map(
      (name, index) => [name, plain(values[index] ?? '')] as const,
    ),
    ...adManagerMetrics.map((name, index) => [name, amounts[index] ?? ''] as const),
  ])
}

const textOf = (value: Json): string =>
  ['stringValue', 'intValue', 'doubleValue']
    .filter((type) => at(value, type) !== undefined)
    .map((type) => textAt(value, type))
    .join()

/** The value; '' for the placeholder that reports write where a row has none. */
const plain = (value: string): string => (/^(-|\(.*\))$/.test(value) ? '' : value)

function platformIn(name: string): string {
  if (/ios|apple/i.test(name)) return 'iOS'
  return /android/i.test(name) ? 'Android' : ''
}
