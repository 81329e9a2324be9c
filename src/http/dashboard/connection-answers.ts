import { type Static, Type } from 'typebox'
import { bookings } from '../../values/booking.ts'
import { count, day, instant, nullable, oneOf, text, url } from '../openapi/members.ts'
import { ofAccount } from './answer-schema.ts'

/** Answers about connections to networks; see answer-schema.ts. */

const weekday = oneOf([
  ...([
    'monday',
    'tuesday',
    'wednesday',
    'thursday',
    'friday',
    'saturday',
    'sunday',
    'any',
  ] as const),
])

/** When days are fetched. */
const schedule = {
  ready_hours: count('From the end of a day until it is fetched.'),
  reread_days: count('Days that are fetched again every day.'),
  sweep_days: count('Days that are fetched again every week; 0 for none.'),
}

const pulledRows = { rows: count(), impressions: text(), revenue: text() }

const connection = Type.Object({
  name: text(),
  connector: text(),
  network: text('The name that people use.'),
  kind: oneOf(['network', 'mediation']),
  verified: oneOf(['live account', 'documents']),
  state: oneOf(['active', 'paused', 'refused']),
  problem: nullable(text('Why it is not pulled, and what to do.')),
  has_consent: nullable(
    Type.Boolean({ description: 'Whether the owner consented; null where this is not needed.' }),
  ),
  settings: nullable(
    Type.Record(Type.String(), Type.String(), { description: 'Null for those who do not manage.' }),
  ),
  secrets: nullable(Type.Array(text(), { description: 'The names of the secrets that it has.' })),
  booking: oneOf(bookings),
  day_zone: text('The clock of its days.'),
  first_day: day(),
  ...schedule,
  sweep_weekday: weekday,
  own_schedule: Type.Object(
    {
      ready_hours: nullable(count()),
      ...{ reread_days: nullable(count()), sweep_days: nullable(count()) },
    },
    { description: "What of the schedule is its own; null is the connector's." },
  ),
  back_off: nullable(
    Type.Object(
      { failures: count('Turns in a row.'), until: instant() },
      { description: 'How long it is left alone; null while it does not fail.' },
    ),
  ),
  last_pulled_at: nullable(instant()),
  last_good_day: nullable(day()),
  next_pull_at: nullable(instant()),
  days: Type.Object({
    ...{
      due: count(),
      done: count(),
      empty: count(),
      held: count(),
      waiting: count(),
      failed: count(),
    },
  }),
  pull: nullable(
    Type.Object(
      { done: count(), of: nullable(count('Null before the first day.')) },
      { description: 'How far a pull is that someone began.' },
    ),
  ),
})

export const connectionsAnswer = Type.Object({ ...ofAccount, connections: Type.Array(connection) })

const pulledDay = Type.Object({
  day: day(),
  state: oneOf(['due', 'done', 'empty', 'held', 'waiting', 'failed']),
  rows: nullable(count()),
  impressions: nullable(text()),
  revenue: nullable(text()),
  held: nullable(Type.Object(pulledRows, { description: 'What is held.' })),
  last_pulled_at: nullable(instant()),
  next_pull_at: nullable(instant()),
  import: nullable(count()),
  problem: nullable(text()),
})

export const connectionDaysAnswer = Type.Object({
  ...ofAccount,
  start_date: day(),
  end_date: day(),
  connection,
  pulled_days: Type.Array(pulledDay),
})

const connectorField = Type.Object({
  name: text(),
  title: text(),
  where: text('Where to find it.'),
  is_secret: Type.Boolean(),
  default: nullable(text()),
  choices: nullable(Type.Array(text())),
})

const connector = Type.Object({
  connector: text(),
  network: text(),
  kind: oneOf(['network', 'mediation']),
  verified: oneOf(['live account', 'documents']),
  documents: Type.Array(url()),
  back_days: nullable(count('How far back it reports.')),
  ...schedule,
  needs_consent: Type.Boolean(),
  fields: Type.Array(connectorField),
})

export const connectorsAnswer = Type.Object({
  ...ofAccount,
  consent_redirect_uri: url('To be registered for OAuth clients.'),
  networks: Type.Array(connector),
})

export const connectionTestAnswer = Type.Object({
  ...ofAccount,
  network: text(),
  day: day(),
  rows: count(),
  impressions: nullable(text()),
  revenue: nullable(Type.Record(Type.String(), Type.String(), { description: 'By currency.' })),
  networks: Type.Array(text()),
  new_apps: Type.Array(text()),
  same_apps_as: Type.Array(text(), { description: 'Connections that report its apps too.' }),
})

export const consentAnswer = Type.Object({ ...ofAccount, url: url(), redirect_uri: url() })

export const consentedAnswer = Type.Object({ ...ofAccount, name: text() })

export type ConnectionAnswer = Static<typeof connection>
export type ConnectionsAnswer = Static<typeof connectionsAnswer>
export type PulledDayAnswer = Static<typeof pulledDay>
export type ConnectionDaysAnswer = Static<typeof connectionDaysAnswer>
export type ConnectorAnswer = Static<typeof connector>
export type ConnectorFieldAnswer = Static<typeof connectorField>
export type ConnectorsAnswer = Static<typeof connectorsAnswer>
export type ConnectionTestAnswer = Static<typeof connectionTestAnswer>
export type ConsentAnswer = Static<typeof consentAnswer>
export type ConsentedAnswer = Static<typeof consentedAnswer>
