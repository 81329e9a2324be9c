import { difference, fromMicros, total } from '../normalise/numbers.ts'
import { at, type Json, listAt, textAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const metrics = ['Revenue', 'Impressions', 'Clicks', 'Conversions'] as const

const tapjoy: NetworkSource = {
  name: 'tapjoy',
  title: 'Tapjoy report',
  network: 'tapjoy',
  dayZone: 'UTC',
  formats: { offerwall: 'offerwall' },
  reports: [
    {
      columns: ['Date', 'AppKey', 'Impressions', 'Revenue'],
      json: placementRows,
      table: false,
      read: (cell) => ({
        day: cell('Date'),
        app: { id: cell('AppKey'), name: cell('AppName'), platform: cell('Platform') },
        format: 'offerwall',
        adUnit: cell('Placement'),
        country: cell('Country'),
        impressions: cell('Impressions'),
        clicks: cell('Clicks'),
        installs: cell('Conversions'),
        revenue: cell('Revenue'),
      }),
    },
    {
      columns: ['timestamp', 'app_id', 'impressions', 'earnings'],
      json: insightRows,
      table: false,
      read: (cell) => ({
        day: cell('timestamp'),
        app: { id: cell('app_id'), name: cell('app_name'), platform: cell('platform') },
        format: 'offerwall',
        adUnit: cell('placement'),
        country: cell('country'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        installs: cell('conversions'),
        revenue: fromMicros(cell('earnings')),
      }),
    },
  ],
}

export default tapjoy

/** Reports of a placement have a list for each metric, whose items belong to its timestamps. */
function insightRows(answer: Json): Iterable<Json> | null {
  const edges = listAt(answer, 'data', 'publisher', 'apps', 'edges')
  return edges?.values().flatMap((edge) => appRows(at(edge, 'node')!)) ?? null
}

function appRows(app: Json): Json[] {
  return (listAt(app, 'placements') ?? []).flatMap((placement) => {
    const insight = at(placement, 'insights')
    return (listAt(insight, 'reports') ?? []).flatMap((report) =>
      (listAt(insight, 'timestamps') ?? []).map((timestamp, index) => ({
        timestamp,
        app_id: textAt(app, 'id'),
        app_name: textAt(app, 'name'),
        platform: textAt(app, 'platform'),
        placement: textAt(placement, 'name'),
        country: textAt(report, 'country'),
        impressions: textAt(report, 'impressions', index),
        clicks: textAt(report, 'clicks', index),
        conversions: textAt(report, 'conversions', index),
        earnings: textAt(report, 'earnings', index),
      })),
    )
  })
}

type Figures = Readonly<Record<(typeof metrics)[number], string>>

function placementRows(answer: Json): Iterable<Json> | null {
  const apps = listAt(answer, 'Apps')
  if (!apps) return null
  return apps.values().flatMap((app) => {
    const shared = {
      Date: textAt(answer, 'Date'),
      AppName: textAt(app, 'Name'),
      AppKey: textAt(app, 'AppKey'),
      Platform: textAt(app, 'Platform'),
    }
    const placements = listAt(app, 'Placements') ?? []
    return placements
      .values()
      .flatMap(countryRows)
      .map((row) => ({ ...shared, ...row }))
  })
}

/** A placement's countries, and the rest of its `Global` that is in no country. */
function countryRows(placement: Json): ({ Placement: string; Country: string } & Figures)[] {
  const Placement = textAt(placement, 'Name')
  const countries = (listAt(placement, 'Countries') ?? []).map((country) => ({
    Placement,
    Country: textAt(country, 'Country'),
    ...figuresOf(country),
  }))
  const global = at(placement, 'Global')
  if (!global) return countries
  const whole = figuresOf(global)
  const rest = Object.fromEntries(
    metrics.map((metric) => {
      const left = difference(
        whole[metric],
        countries.map((country) => country[metric]),
      )
      return [metric, left?.startsWith('-') ? '0' : (left ?? whole[metric])]
    }),
  ) as Figures
  const isNothing = metrics.every((metric) => /^[0.]*$/.test(rest[metric]))
  return isNothing ? countries : [...countries, { Placement, Country: '', ...rest }]
}

/** The figures of a day. In hourly answers they are lists. */
function figuresOf(part: Json): Figures {
  const read = (metric: string) =>
    total(listAt(part, metric)?.map(String) ?? [textAt(part, metric)])
  return Object.fromEntries(metrics.map((metric) => [metric, read(metric)])) as Figures
}
