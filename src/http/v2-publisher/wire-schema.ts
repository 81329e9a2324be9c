import { type Static, Type } from 'typebox'
import { factNames } from '../../facts/kinds.ts'
import { relativeDaysAccept } from '../../reporting/question/relative-days.ts'
import { oneOf } from '../openapi/members.ts'
import { asOfParameter } from '../parameters/as-of.ts'
import { dayParameter } from '../parameters/day-range.ts'
import type { Advice } from '../parameters/misplaced-parameters.ts'
import { wholeNumberParameter } from '../parameters/whole-number.ts'

const credentials = {
  // Without it, a request is refused for its credentials before anything is validated.
  developer: Type.String({ description: "the publisher's username" }),
  key: Type.Optional(Type.String({ description: 'the API key; or send it as a bearer token' })),
}

/** The key names the account already. */
export const keyCredentials = {
  ...credentials,
  developer: Type.Optional(credentials.developer),
}

export const applicationsQuery = Type.Object(credentials)

/** Query of figures. Error texts quote the descriptions. */
export const statsQuery = Type.Object({
  ...credentials,
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
  app_id: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description: 'app_ids of the application list, separated by commas',
    }),
  ),
  app_store_id: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description: 'the App Store ID of an ios app, digits only',
    }),
  ),
  app_bundle_id: Type.Optional(Type.String({ description: 'the bundle identifier of an ios app' })),
  android_package: Type.Optional(
    Type.String({ description: 'the package name of an android or amazon app' }),
  ),
  platform: Type.Optional(
    oneOf(['amazon', 'android'], 'amazon or android, together with android_package'),
  ),
  geo: Type.Optional(
    Type.Array(Type.String({ format: 'country' }), {
      description: 'ISO 3166-1 alpha-2 country codes (us,de), XK or ZZ, separated by commas',
    }),
  ),
  network: Type.Optional(
    Type.Array(Type.String({ format: 'identifier' }), {
      description: 'network identifiers (ownnet,admob), separated by commas',
    }),
  ),
  as_of: asOfParameter,
  group_by: Type.Optional(
    oneOf(['network', 'format', 'country'], 'one of network, format, country'),
  ),
})

const kindNames = factNames.map((name) => `\`${name}\``).join(', ')
const kind = Type.Optional(
  oneOf(factNames, `the kind of fact: ${kindNames}; \`figures\` of ads when absent`),
)

export const changesQuery = Type.Object({
  ...credentials,
  since: Type.Optional(
    Type.String({
      description: 'the next_cursor of an earlier answer; from the beginning when absent',
    }),
  ),
  limit: Type.Optional(
    wholeNumberParameter(
      { minimum: 1, maximum: 1_000 },
      'how many changes, 1 to 1000; 200 when absent',
    ),
  ),
})

export const changedQuery = Type.Object({
  ...keyCredentials,
  since: Type.Optional(
    Type.String({
      description: 'a cursor of an earlier answer; every slice that exists when absent',
    }),
  ),
  limit: Type.Optional(
    wholeNumberParameter(
      { minimum: 1, maximum: 100_000 },
      'how many slices, 1 to 100000; all when absent',
    ),
  ),
  kind,
})

export const freshnessQuery = Type.Object({
  ...credentials,
  start_date: Type.Optional(dayParameter('the first day')),
  end_date: Type.Optional(dayParameter('the last day')),
  days: Type.Optional(
    Type.String({ description: `in place of both, a name: ${relativeDaysAccept}` }),
  ),
  kind,
})

export const importsQuery = Type.Object({
  ...credentials,
  before: Type.Optional(
    wholeNumberParameter(
      { minimum: 1, maximum: 999_999_999_999_999 },
      'the next_before of an earlier answer; from the newest when absent',
    ),
  ),
})

export type StatsQuery = Static<typeof statsQuery>
export type FreshnessQuery = Static<typeof freshnessQuery>
export type ImportsQuery = Static<typeof importsQuery>

/** See misplaced-parameters.ts. */
export const applicationsAdvice: Advice = {
  otherwise: 'this lists every app; figures are at /api/v2/publisher/applications/stats',
}

export const figuresAdvice: Advice = {
  adFormat:
    'V2 answers JSON and cannot filter by ad format; group_by=format tells the formats apart',
  adTag: 'V2 cannot filter by ad tag; /api/publisher can',
}

export const changesAdvice: Advice = {
  otherwise: 'this lists every change; read on with since, and filter what you read',
}

export const freshnessAdvice: Advice = {
  otherwise: 'this lists every network and day of the range; filter what you read',
}

export const importsAdvice: Advice = {
  otherwise: 'this lists every import, newest first; read on with before',
}
