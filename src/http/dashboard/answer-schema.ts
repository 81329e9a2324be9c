import { type Static, type TSchema, Type } from 'typebox'
import { importEntry } from '../openapi/import-entry.ts'
import { count, day, instant, nullable, oneOf, text, url } from '../openapi/members.ts'

/**
 * What the dashboard's interface answers. The page takes its types from here, and tests check every
 * answer against it; nothing is written by these schemas.
 */

/** Text when it is too large to be exact as a JSON number. */
export const wireNumber = Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d+$' })])

const sumsOf = <Value extends TSchema>(value: Value) =>
  Type.Object({ impressions: value, clicks: value, installs: value, revenue_micros: value })

export const sums = sumsOf(wireNumber)
/** A column for each sum; null on days without figures. */
const days = sumsOf(Type.Array(nullable(wireNumber)))

export const ofAccount = { account: text(), currency: text() }
const role = oneOf(['owner', 'editor', 'viewer'])

export const app = Type.Object({
  app_id: text(),
  name: text(),
  platform: text(),
  store_id: nullable(Type.Union([Type.String(), Type.Integer()])),
})

export const accountAnswer = Type.Object({
  username: text(),
  currency: text(),
  user: text('Who is signed in.'),
  permissions: Type.Array(oneOf(['read', 'import', 'manage'])),
  accounts: Type.Array(text(), { description: 'All accounts of the user.' }),
  today: day(),
  max_range_days: count('The longest range that the server answers.'),
  figures_from: nullable(day()),
  figures_to: nullable(day()),
  networks: Type.Array(text()),
  apps: Type.Array(app),
})

const series = Type.Object({
  key: nullable(text('Null for the sum of all groups without their own series.')),
  days,
})

const group = Type.Object({
  key: text(),
  total: sums,
  trend: Type.Array(nullable(Type.Number()), {
    description: 'Revenue per day over the range, in micros.',
  }),
})

export const figuresAnswer = Type.Object({
  ...ofAccount,
  start_date: day(),
  end_date: day(),
  total: sums,
  days,
  series: Type.Array(series),
  groups: Type.Array(group),
})

export const status = oneOf(['missing', 'estimated', 'restating', 'final'])

export const freshnessAnswer = Type.Object({
  ...ofAccount,
  start_date: day(),
  end_date: day(),
  networks: Type.Array(
    Type.Object({
      network: text(),
      final_after_days: count(),
      days: Type.Array(Type.Object({ status, last_change_at: nullable(instant()) })),
    }),
  ),
})

const failure = Type.Object({
  id: count(),
  failed_at: instant(),
  source: text(),
  files: Type.Array(text()),
  message: text(),
})

export const importsAnswer = Type.Object({
  ...ofAccount,
  imports: Type.Array(importEntry),
  failed: Type.Array(failure),
  next_before: nullable(count()),
})

export const keyAnswer = Type.Object({ ...ofAccount, key: text() })

const member = Type.Object({
  user: text(),
  role,
  has_password: Type.Boolean(),
  has_second_factor: Type.Boolean(),
  providers: Type.Array(text()),
  last_used_at: nullable(instant()),
})

const invitation = {
  user: text(),
  role,
  invited_by: nullable(text()),
  expires_at: instant(),
}

export const usersAnswer = Type.Object({
  ...ofAccount,
  users: Type.Array(member),
  invitations: Type.Array(Type.Object(invitation)),
})

export const invitedAnswer = Type.Object({ ...ofAccount, ...invitation, link: url() })

const session = Type.Object({
  id: count(),
  browser: text(),
  network: text(),
  opened_at: instant(),
  last_used_at: instant(),
  is_this: Type.Boolean({ description: 'Whether it is the session that asks.' }),
})

export const profileAnswer = Type.Object({
  user: text(),
  account: text(),
  accounts: Type.Array(Type.Object({ account: text(), role })),
  second_factor: Type.Object({ is_set: Type.Boolean(), recovery_codes_left: count() }),
  sessions: Type.Array(session),
})

/** An invitation, for whoever has its link. */
export const openInvitationAnswer = Type.Object({
  account: text(),
  user: text(),
  role,
  invited_by: nullable(text()),
  is_user: Type.Boolean({ description: 'Whether the invited already is a user.' }),
})

const apiKey = Type.Object({
  name: text(),
  permissions: Type.Array(text()),
  apps: nullable(Type.Array(text(), { description: 'App ids; null for all.' })),
  created_at: instant(),
  expires_at: nullable(instant()),
  is_expired: Type.Boolean(),
  previous_until: nullable(instant('Until when the key before the last rotation works too.')),
  last_used_on: nullable(day()),
  last_used_from: nullable(text()),
})

export const keysAnswer = Type.Object({ ...ofAccount, keys: Type.Array(apiKey) })

const link = Type.Object({
  name: text(),
  question: Type.Record(Type.String(), Type.Union([text(), Type.Array(text())]), {
    description: 'Its parameters; `days` are the last ones.',
  }),
  format: text(),
  created_at: instant(),
  expires_at: nullable(instant()),
  is_expired: Type.Boolean(),
})

export const linksAnswer = Type.Object({ ...ofAccount, links: Type.Array(link) })

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
  booking: oneOf(['auto', 'counted', 'report']),
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
    ...{ due: count(), done: count(), empty: count(), held: count(), failed: count() },
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
  state: oneOf(['due', 'done', 'empty', 'held', 'failed']),
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

const auditEvent = Type.Object({
  id: count(),
  at: instant(),
  action: text(),
  actor: text(),
  name: nullable(text()),
  address: nullable(text()),
  account: nullable(text()),
  facts: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
  ),
})

export const auditAnswer = Type.Object({
  ...ofAccount,
  events: Type.Array(auditEvent),
  actions: Type.Array(text(), { description: 'Every kind of event.' }),
  next_before: nullable(count()),
})

export const optionsAnswer = Type.Object({ provider: nullable(text()) })
export const providerAnswer = Type.Object({ url: url() })
export const secretAnswer = Type.Object({ user: text(), secret: text(), url: text() })
export const recoveryAnswer = Type.Object({ user: text(), recovery_codes: Type.Array(text()) })

export type WireNumber = Static<typeof wireNumber>
export type WireSums = Static<typeof sums>
export type WireDays = Static<typeof days>
export type AppAnswer = Static<typeof app>
export type Role = Static<typeof role>
export type AccountAnswer = Static<typeof accountAnswer>
export type GroupAnswer = Static<typeof group>
export type SeriesAnswer = Static<typeof series>
export type FiguresAnswer = Static<typeof figuresAnswer>
export type Status = Static<typeof status>
export type FreshnessAnswer = Static<typeof freshnessAnswer>
export type ImportAnswer = Static<typeof importEntry>
export type FailureAnswer = Static<typeof failure>
export type ImportsAnswer = Static<typeof importsAnswer>
export type KeyAnswer = Static<typeof keyAnswer>
export type MemberAnswer = Static<typeof member>
export type InvitationAnswer = UsersAnswer['invitations'][number]
export type UsersAnswer = Static<typeof usersAnswer>
export type SessionAnswer = Static<typeof session>
export type ProfileAnswer = Static<typeof profileAnswer>
export type OpenInvitationAnswer = Static<typeof openInvitationAnswer>
export type ApiKeyAnswer = Static<typeof apiKey>
export type KeysAnswer = Static<typeof keysAnswer>
export type LinkAnswer = Static<typeof link>
export type LinksAnswer = Static<typeof linksAnswer>
export type ConnectionAnswer = Static<typeof connection>
export type ConnectionsAnswer = Static<typeof connectionsAnswer>
export type PulledDayAnswer = Static<typeof pulledDay>
export type PulledDayState = PulledDayAnswer['state']
export type ConnectionDaysAnswer = Static<typeof connectionDaysAnswer>
export type ConnectorAnswer = Static<typeof connector>
export type ConnectorFieldAnswer = Static<typeof connectorField>
export type ConnectorsAnswer = Static<typeof connectorsAnswer>
export type ConnectionTestAnswer = Static<typeof connectionTestAnswer>
export type ConsentAnswer = Static<typeof consentAnswer>
export type ConsentedAnswer = Static<typeof consentedAnswer>
export type AuditEventAnswer = Static<typeof auditEvent>
export type AuditAnswer = Static<typeof auditAnswer>
export type InvitedAnswer = Static<typeof invitedAnswer>
export type OptionsAnswer = Static<typeof optionsAnswer>
export type ProviderAnswer = Static<typeof providerAnswer>
export type SecretAnswer = Static<typeof secretAnswer>
export type RecoveryAnswer = Static<typeof recoveryAnswer>
