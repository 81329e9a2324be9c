import { type Static, Type } from 'typebox'
import { oneOf } from '../openapi/members.ts'
import { asOfParameter } from '../parameters/as-of.ts'
import { dayParameter } from '../parameters/day-range.ts'
import type { Advice } from '../parameters/misplaced-parameters.ts'

const day = (meaning: string, other: string) =>
  Type.Optional(dayParameter(meaning, `, together with ${other}`))

const key = Type.Optional(Type.String({ description: 'the API key; or send it as a bearer token' }))

/** Query of the index, `/api/publisher`. */
export const indexQuery = Type.Object({
  developer: Type.Optional(Type.String({ description: "the publisher's username" })),
  key,
})

/** Query of figures. Error texts quote the descriptions. */
export const figuresQuery = Type.Object({
  key,
  start_date: day('the first day', 'end_date'),
  end_date: day('the last day', 'start_date'),
  creative_type: Type.Optional(
    oneOf(
      ['interstitial', 'video', 'rewarded'],
      'one of interstitial, video, rewarded; all formats when absent',
    ),
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
  ad_tag: Type.Optional(Type.String({ description: 'an ad tag, exactly as reported' })),
  format: Type.Optional(oneOf(['csv', 'json'], 'csv or json; json when absent')),
  platform: Type.Optional(
    oneOf(['amazon'], 'amazon, to select the Amazon app of an android package'),
  ),
})

export type FiguresQuery = Static<typeof figuresQuery>

const username = Type.String({ description: "the publisher's username" })

/** Path of the figures of all apps. */
export const publisherPath = Type.Object({ username })

/** Path of the figures of one app. */
export const appPath = Type.Object({
  username,
  platform: Type.String({ description: 'android or ios; an Amazon app is android' }),
  identifier: Type.String({ description: 'the Android package, the App Store ID or the app_id' }),
})

/** See misplaced-parameters.ts. */
export const indexAdvice: Advice = {
  otherwise: 'this lists addresses; figures are at the addresses that it answers with',
}

export const figuresAdvice: Advice = {
  app: 'put the app into the path, /api/publisher/USERNAME/PLATFORM/IDENTIFIER',
  country: 'this interface cannot filter by country; V2 can, with geo',
  groupBy: 'groups exist only in V2; here, filter by creative_type or network',
}
