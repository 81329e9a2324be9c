import { Type } from 'typebox'
import { component, count, day, decimal, oneOf, text, url } from '../openapi/members.ts'

/** The schemas of the earlier interface's answers, for its description. */

const app = {
  game_identifier: text('The Android package, the App Store ID, or the app_id.'),
  game_name: text(),
  game_platform: oneOf(['android', 'ios']),
}

const sums = {
  impressions: count(),
  clicks: count(),
  installs: count(),
  revenue_in_cents: decimal('In hundredths of the currency, rounded once.'),
  cpm: decimal('Revenue per thousand impressions, in the currency itself.'),
  ctr: decimal('Clicks per impression.'),
  cvr: decimal('Installs per impression.'),
}

const days = { start_date: day(), end_date: day() }

const creativeType = Type.Optional(text('As it was asked for.'))

const figuresOfApp = component(
  'DailyFiguresOfApp',
  {
    ...app,
    game_data: Type.Record(Type.String(), Type.Object({ ...sums, url: url() }), {
      description: 'A record for each day.',
    }),
    ...days,
  },
  'Of one app, without `creative_type` and `network`.',
)

const figuresOfApps = component(
  'DailyFiguresOfApps',
  {
    game_data: Type.Record(
      Type.String(),
      Type.Record(
        Type.String(),
        Type.Object({
          ...sums,
          revenue: Type.Optional(
            decimal('With `creative_type` or `network`: in the currency itself, to the micro.'),
          ),
          url: url(),
          ...app,
        }),
      ),
      { description: 'For each day, a record for each app that has figures.' },
    ),
    ...days,
    creative_type: creativeType,
  },
  'Of all apps, and of one app with `creative_type` or `network`.',
)

export const dailyFigures = Type.Union([figuresOfApp, figuresOfApps], { title: 'DailyFigures' })

const template = component('UrlTemplate', {
  url_template: text('RFC 6570.'),
  description: text(),
  parameters: Type.Record(Type.String(), text()),
})

export const index = component('PublisherIndex', {
  all_apps: template,
  one_app: template,
  apps: Type.Optional(Type.Array(Type.Object({ ...app, url: url() }))),
})
