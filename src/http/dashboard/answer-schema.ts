import { type Static, type TSchema, Type } from 'typebox'
import { otherFactNames } from '../../facts/kinds.ts'
import { importEntry } from '../openapi/import-entry.ts'
import { count, day, instant, nullable, oneOf, text } from '../openapi/members.ts'

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
  sees_all_apps: Type.Boolean(),
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

const networkDays = {
  network: text(),
  final_after_days: count(),
  days: Type.Array(Type.Object({ status, last_change_at: nullable(instant()) })),
}

export const freshnessAnswer = Type.Object({
  ...ofAccount,
  start_date: day(),
  end_date: day(),
  networks: Type.Array(Type.Object(networkDays)),
  others: Type.Array(
    Type.Object({
      kind: oneOf(otherFactNames),
      ...networkDays,
    }),
    { description: 'Other kinds of fact: their sources take the place of networks.' },
  ),
})

const failure = Type.Object({
  id: count(),
  failed_at: instant(),
  source: text(),
  files: Type.Array(text()),
  message: text(),
})

const failedDay = Type.Object({
  connection: text(),
  day: day(),
  failed_at: instant(),
  message: text(),
})

const setAside = Type.Object({
  source: text(),
  name: text("The network's name in the reports."),
  similar_to: nullable(text('The network that the name resembles.')),
  network: nullable(text('The network that was answered, until the rows are imported again.')),
  connection: nullable(text('Null for files.')),
  files: Type.Array(text()),
  rows: count(),
  impressions: text('A decimal.'),
  revenue: Type.Record(Type.String(), text(), {
    description: 'Decimals in major units, by currency.',
  }),
  first_day: day(),
  last_day: day(),
})

export const importsAnswer = Type.Object({
  ...ofAccount,
  imports: Type.Array(importEntry),
  failed: Type.Array(failure),
  failed_days: Type.Array(failedDay, { description: 'Of connections; only on the first page.' }),
  set_aside: Type.Array(setAside, {
    description: 'Rows that are in no figures until their network is answered.',
  }),
  next_before: nullable(count()),
})

export const keyAnswer = Type.Object({ ...ofAccount, key: text() })

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

export type WireNumber = Static<typeof wireNumber>
export type WireSums = Static<typeof sums>
export type WireDays = Static<typeof days>
export type AppAnswer = Static<typeof app>
export type AccountAnswer = Static<typeof accountAnswer>
export type FiguresAnswer = Static<typeof figuresAnswer>
export type Status = Static<typeof status>
export type FreshnessAnswer = Static<typeof freshnessAnswer>
export type ImportAnswer = Static<typeof importEntry>
export type FailedDayAnswer = Static<typeof failedDay>
export type FailureAnswer = Static<typeof failure>
export type SetAsideAnswer = Static<typeof setAside>
export type ImportsAnswer = Static<typeof importsAnswer>
export type KeyAnswer = Static<typeof keyAnswer>
export type ApiKeyAnswer = Static<typeof apiKey>
export type KeysAnswer = Static<typeof keysAnswer>
export type LinkAnswer = Static<typeof link>
export type LinksAnswer = Static<typeof linksAnswer>
export type AuditEventAnswer = Static<typeof auditEvent>
export type AuditAnswer = Static<typeof auditAnswer>
