import { difference, total } from '../normalise/numbers.ts'
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
        country: cell('Country'),
        impressions: cell('Impressions'),
        clicks: cell('Clicks'),
        installs: cell('Conversions'),
        revenue: cell('Revenue'),
      }),
    },
  ],
}

export default tapjoy

type Figures = Readonly<Record<(typeof metrics)[number], string>>

function placementRows(answer: Json): Json[] | null {
  const apps = listAt(answer, 'Apps')
  if (!apps) return null
  return apps.flatMap((app) => {
    const shared = {
      Date: textAt(answer, 'Date'),
      AppName: textAt(app, 'Name'),
      AppKey: textAt(app, 'AppKey'),
      Platform: textAt(app, 'Platform'),
    }
    const placements = listAt(app, 'Placements') ?? []
    return placements.flatMap(countryRows).map((row) => ({ ...shared, ...row }))
  })
}

/** A placement's countries, and the rest of its `Global` that is in no country. */
function countryRows(placement: Json): ({ Country: string } & Figures)[] {
  const countries = (listAt(placement, 'Countries') ?? []).map((country) => ({
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
  return isNothing ? countries : [...countries, { Country: '', ...rest }]
}

/** The figures of a day. In hourly answers they are lists. */
function figuresOf(part: Json): Figures {
  const read = (metric: string) =>
    total(listAt(part, metric)?.map(String) ?? [textAt(part, metric)])
  return Object.fromEntries(metrics.map((metric) => [metric, read(metric)])) as Figures
}
