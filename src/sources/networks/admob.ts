import { fromMicros } from '../normalise/numbers.ts'
import { at, type Json, listAt, textAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const earnings = /^(?:Estimated earnings|Est\. earnings|預估收益) \(([A-Z]{3})\)$/

const admob: NetworkSource = {
  name: 'admob',
  title: 'AdMob report',
  network: 'admob',
  dayZone: "the network account's",
  formats: {
    banner: 'banner',
    interstitial: 'interstitial',
    rewarded: 'rewarded',
    'rewarded interstitial': 'rewarded',
    native: 'native',
    'app open': 'app_open',
  },
  // Deductions for invalid traffic come 11 to 15 days after the month.
  finality: {
    daysAfterMonth: 15,
    document: 'https://support.google.com/admob/answer/2772142',
    readOn: '2026-11-23',
  },
  reports: [
    {
      kinds: ['figures', 'details'],
      columns: ['DATE', 'ESTIMATED_EARNINGS'],
      table: false,
      json: apiRows,
      read: (cell) => ({
        day: cell('DATE'),
        app: { id: cell('APP'), name: cell('APP label'), platform: cell('PLATFORM') },
        network: cell('AD_SOURCE label') || cell('AD_SOURCE'),
        format: cell('FORMAT'),
        adUnit: cell('AD_UNIT label') || cell('AD_UNIT'),
        country: cell('COUNTRY'),
        // Answers contain only the requested metrics.
        impressions: cell('IMPRESSIONS') || '0',
        clicks: cell('CLICKS'),
        requests: cell('AD_REQUESTS'),
        matchedRequests: cell('MATCHED_REQUESTS'),
        revenue: fromMicros(cell('ESTIMATED_EARNINGS')),
        rung: cell('AD_SOURCE_INSTANCE label') || cell('AD_SOURCE_INSTANCE'),
        attempts: cell('AD_REQUESTS'),
        responses: cell('MATCHED_REQUESTS'),
        currency: cell('currency'),
      }),
    },
    {
      columns: [earnings, /^(Impressions|曝光)$/],
      read: (cell, columnName) => ({
        day: cell(/^(Date|日期)$/),
        app: { name: cell('App'), platform: cell(/^(Platform|平台)$/) },
        network: cell('Ad source'),
        format: cell('Format'),
        adUnit: cell('Ad unit'),
        country: cell('Country'),
        impressions: cell(/^(Impressions|曝光)$/),
        clicks: cell(/^(Clicks|點擊次數)$/),
        requests: cell(/^(Requests|請求)$/),
        matchedRequests: cell(/^(Matched requests|比對成功的請求)$/),
        revenue: cell(earnings),
        currency: columnName(earnings),
      }),
    },
  ],
}

export default admob

/** An answer is a list of a header, rows and a footer. A row's values are two levels down. */
function apiRows(answer: Json): Iterable<Json> | null {
  const parts = listAt(answer)
  if (!parts?.some((part) => at(part, 'header'))) return null
  const header = parts.find((part) => at(part, 'header'))
  const currency = textAt(header, 'header', 'localizationSettings', 'currencyCode')
  const rows = parts.values().filter((part) => at(part, 'row') !== undefined)
  return rows.map((part) => {
    const row = at(part, 'row')
    const flat: Record<string, Json> = { currency }
    for (const [name, value] of Object.entries(at(row, 'dimensionValues') ?? {})) {
      flat[name] = textAt(value, 'value')
      flat[`${name} label`] = textAt(value, 'displayLabel')
    }
    for (const [name, value] of Object.entries(at(row, 'metricValues') ?? {})) {
      flat[name] = textAt(value, 'microsValue') || textAt(value, 'integerValue')
    }
    return flat
  })
}
