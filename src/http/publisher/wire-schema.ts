import { type Static, Type } from 'typebox'
import { asOfParameter } from '../parameters/as-of.ts'
import { dayParameter } from '../parameters/day-range.ts'

const day = (what: string, other: string) =>
  Type.Optional(dayParameter(what, `, together with ${other}`))

const key = Type.Optional(Type.String({ description: 'the API key; may come as a bearer instead' }))

/** Query of the index, `/api/publisher`. */
export const indexQuery = Type.Object({
  developer: Type.Optional(Type.String({ description: "the publisher's username" })),
  key,
})

/** Query of figures. A description says what its parameter accepts; error texts quote it. */
export const figuresQuery = Type.Object({
  key,
  start_date: day('the first day', 'end_date'),
  end_date: day('the last day', 'start_date'),
  creative_type: Type.Optional(
    Type.String({
      pattern: '^(interstitial|video|rewarded)$',
      description: 'one of interstitial, video, rewarded; all formats when absent',
    }),
  ),
  network: Type.Optional(
    Type.Array(
      Type.String({ pattern: '^[oO][wW][nN][nN][eE][tT](_[eE][xX][cC][hH][aA][nN][gG][eE])?$' }),
      {
        description: 'ownnet, ownnet_exchange, or both separated by a comma; ownnet when absent',
      },
    ),
  ),
  as_of: asOfParameter,
  ad_tag: Type.Optional(Type.String({ description: 'an ad tag, exactly as it was reported' })),
  format: Type.Optional(
    Type.String({ pattern: '^(csv|json)$', description: 'csv or json; json when absent' }),
  ),
  platform: Type.Optional(
    Type.String({
      pattern: '^amazon$',
      description: 'amazon, to name the Amazon app of an android package',
    }),
  ),
})

export type FiguresQuery = Static<typeof figuresQuery>

/** Path of the figures of all apps. */
export const publisherPath = Type.Object({ username: Type.String() })

/** Path of the figures of one app. */
export const appPath = Type.Object({
  username: Type.String(),
  platform: Type.String(),
  identifier: Type.String(),
})

const selector = 'selects apps in V2; here, the path names the app'

/** Parameters of other endpoints and misspellings: dropping one in silence would give a wrong sum. */
export const foreignParameters: Readonly<Record<string, string>> = {
  geo: 'is a filter of V2; this interface has none for countries',
  group_by: 'belongs to V2; here, creative_type and network tell formats and networks apart',
  app_id: selector,
  app_store_id: selector,
  app_bundle_id: selector,
  android_package: selector,
  startdate: 'is written start_date',
  enddate: 'is written end_date',
}
