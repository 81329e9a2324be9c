import { type Static, Type } from 'typebox'
import { asOfParameter } from '../parameters/as-of.ts'
import { dayParameter } from '../parameters/day-range.ts'

const credentials = {
  developer: Type.Optional(Type.String({ description: "the publisher's username" })),
  key: Type.Optional(Type.String({ description: 'the API key; may come as a bearer instead' })),
}

/** Query of the list of applications. */
export const applicationsQuery = Type.Object(credentials)

/** Query of figures. A description says what its parameter accepts; error texts quote it. */
export const statsQuery = Type.Object({
  ...credentials,
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
  app_id: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description: 'one app_id of the application list, or several separated by commas',
    }),
  ),
  app_store_id: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description: "the App Store's number of an ios app, digits only",
    }),
  ),
  app_bundle_id: Type.Optional(Type.String({ description: 'the bundle identifier of an ios app' })),
  android_package: Type.Optional(
    Type.String({ description: 'the package name of an android or amazon app' }),
  ),
  platform: Type.Optional(
    Type.String({
      pattern: '^(amazon|android)$',
      description: 'amazon or android, together with android_package',
    }),
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
    Type.String({
      pattern: '^(network|format|country)$',
      description: 'one of network, format, country',
    }),
  ),
})

/** Query of the list of changes. */
export const changesQuery = Type.Object({
  ...credentials,
  since: Type.Optional(
    Type.String({
      description:
        'where to go on, as the next_cursor of an answer has it; from the beginning when absent',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]\\d{0,2}|1000)$',
      description: 'how many changes, 1 to 1000; 200 when absent',
    }),
  ),
})

/** Query of the freshness of figures. */
export const freshnessQuery = Type.Object({
  ...credentials,
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
})

export type StatsQuery = Static<typeof statsQuery>

/** Parameters of other endpoints and misspellings: dropping one in silence would give a wrong sum. */
export const foreignParameters: Readonly<Record<string, string>> = {
  creative_type: 'is a filter of the earlier interface; here, group_by=format tells formats apart',
  ad_tag: 'is a filter of the earlier interface; this one has none for ad tags',
  startdate: 'is written start_date',
  enddate: 'is written end_date',
}
