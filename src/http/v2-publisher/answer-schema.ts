import { Type } from 'typebox'
import { factKinds } from '../../facts/kinds.ts'
import { platforms } from '../../values/platform.ts'
import {
  component,
  count,
  day,
  decimal,
  instant,
  nullable,
  oneOf,
  text,
  url,
} from '../openapi/members.ts'

/** The schemas of V2's answers, for its description: nothing is written by them. */

const cents = () => decimal('In hundredths of the currency, rounded once.')

const sums = {
  impressions: count(),
  revenue_in_cents: cents(),
  ecpm_cents: decimal('Revenue per thousand impressions, in cents; 0 without impressions.'),
}

const application = component('Application', {
  app_id: text(),
  app_name: text(),
  platform: oneOf(platforms),
  dashboard_url: url('The app in the dashboard.'),
  api_url: url(
    'Its figures of the last seven days. With the key only if the request had it in the query.',
  ),
  app_store_id: Type.Optional(nullable(count('Of ios apps.'))),
  app_bundle_id: Type.Optional(nullable(text('Of ios apps.'))),
  android_package: Type.Optional(nullable(text('Of android and amazon apps.'))),
})

export const applications = component('Applications', { data: Type.Array(application) })

const ofAllApps = component(
  'FiguresOfAllApps',
  {
    data: Type.Array(Type.Object({ app_name: text(), app_id: text(), data: Type.Object(sums) })),
  },
  'Without a selector: the sums of every app, also of apps without figures.',
)

const byNetwork = Type.Object({ ad_network: text(), ...sums })
const byFormat = Type.Object({ format: text(), ...sums })
const byCountry = Type.Object({ country_code: text(), ...sums })

const grouped = component(
  'GroupedFigures',
  {
    stats: oneOf(['full']),
    group_by: oneOf(['network', 'format', 'country']),
    data: Type.Union([Type.Array(byNetwork), Type.Array(byFormat), Type.Array(byCountry)]),
  },
  'With `group_by`: groups by revenue, highest first, then by name.',
)

const detailed = component(
  'DetailedFigures',
  {
    stats: oneOf(['full']),
    aggregated_data: Type.Object({ ...sums, clicks: count() }),
    data: Type.Array(
      Type.Object({
        date: day(),
        app_id: text(),
        app_name: text(),
        network: text(),
        platform: oneOf(platforms),
        format: text(),
        data: Type.Array(
          Type.Object({
            country_code: text('ISO 3166-1 alpha-2, XK, or ZZ for unknown.'),
            currency: text('ISO 4217.'),
            revenue_in_cents: cents(),
            impressions: count(),
            clicks: count(),
            ecpm_cents: decimal(),
          }),
        ),
      }),
    ),
  },
  'Of selected apps: an entry for each day, app, network and format, with its countries.',
)

export const figuresSchema = Type.Union([ofAllApps, grouped, detailed], { title: 'Figures' })

const sliceTotals = nullable(
  component('SliceTotals', {
    impressions: count(),
    clicks: count(),
    revenue_in_cents: cents(),
    revenue: decimal('In the currency itself, exact to the micro.'),
  }),
)

export const changes = component('Changes', {
  data: Type.Array(
    component(
      'Change',
      {
        date: day(),
        app_id: text(),
        ad_network: text(),
        changed_at: instant(),
        old: sliceTotals,
        new: sliceTotals,
      },
      'A day of an app and network, with its totals before and after; null where it had or has no figures.',
    ),
  ),
  next_cursor: text('Pass it as `since` to read on, now or later.'),
  has_more: Type.Boolean(),
})

const dayStatus = {
  status: oneOf(['missing', 'estimated', 'restating', 'final']),
  last_change_at: nullable(instant('Null when nothing was reported.')),
  final_after_days: count(),
}

/** Of ad figures, or of the other kinds, by the label of their slices. */
export const freshness = Type.Union(
  Object.values(factKinds).map((kind) => {
    const isFigures = kind === factKinds.figures
    const ofKind = isFigures ? '' : kind.name[0]!.toUpperCase() + kind.name.slice(1)
    const title = `${ofKind}Freshness`
    const label = isFigures ? 'ad_network' : kind.sliceLabel
    return component(title, {
      data: Type.Array(component(`${title}OfDay`, { date: day(), [label]: text(), ...dayStatus })),
    })
  }),
)
