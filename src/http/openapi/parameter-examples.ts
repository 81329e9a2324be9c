import type { TSchema } from 'typebox'
import { declaredLabel, labelNames, shownLabel } from '../../facts/label-names.ts'

/** Values that tools show for a parameter, by its name. A name means the same in every interface. */
const examples: Readonly<Record<string, unknown>> = {
  developer: 'demo',
  username: 'demo',
  start_date: '2026-03-01',
  end_date: '2026-03-31',
  days: 'last_28',
  day: '2026-03-01',
  app_id: ['1'],
  app_id_not: ['2'],
  app: '1',
  app_store_id: '310633997',
  app_bundle_id: 'com.example.bramblehop',
  android_package: 'com.example.bramblehop',
  identifier: 'com.example.bramblehop',
  platform: 'android',
  geo: ['us', 'de'],
  country: ['US', 'DE'],
  country_not: ['US'],
  network_not: ['admob'],
  ad_format: ['rewarded'],
  ad_format_not: ['banner'],
  ad_tag_not: ['default'],
  dimensions: ['month', 'country'],
  metrics: ['revenue', 'impressions'],
  order_by: ['revenue:desc'],
  having: ['revenue:gte:100'],
  compare: 'previous_period',
  as_of: '2026-03-01T09:30:00Z',
  since: 'czJiZTE0YzAuMC4wLjA',
  kind: 'audience',
  cursor: 'czJiZTE0YzAuMC4wLjA',
  limit: 100,
  before: 20_512,
  wait: 25,
  callback: 'onAnswer',
  source_not: ['adjust'],
  as: 'max-totals',
  from: '2026-01',
  to: '2026-03',
  month: '2026-03',
  statement: 'S3',
  name: 'admob-payments.csv',
  mapping: 'mybank',
  file_name: 'admob-2026-03.csv',
  token: 'TOKEN',
  id: '20512',
  'Idempotency-Key': 'admob-2026-03-01',
}

/** The same for filters by labels. */
const labelExamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  labelNames.flatMap((label) => {
    const [name, example] = [shownLabel(label), [declaredLabel(label).example]]
    return [[name, example] as const, [`${name}_not`, example] as const]
  }),
)

/** An example that a parameter's schema accepts; undefined when none is known. */
export function exampleOf(name: string, schema: TSchema): unknown {
  const {
    enum: values,
    examples: [own] = [],
    items,
    type,
  } = schema as {
    readonly examples?: readonly unknown[]
    readonly enum?: readonly unknown[]
    readonly items?: { readonly enum?: readonly unknown[] }
    readonly type?: string
  }
  if (own !== undefined) return own
  if (name === 'network') return type === 'array' ? ['ownnet'] : 'admob'
  if (name === 'source') return type === 'array' ? ['firebase'] : 'admob'
  if (name === 'ad_tag') return type === 'array' ? ['default'] : 'default'
  const known = examples[name] ?? labelExamples[name]
  if (values && !values.includes(known)) return values[0]
  if (items?.enum && !Array.isArray(known)) return items.enum.slice(0, 1)
  return known
}
