import { type Static, Type } from 'typebox'
import { count, day, nullable, text } from '../openapi/members.ts'
import { ofAccount } from './answer-schema.ts'

/** Answers about apps and their links; see answer-schema.ts. */

const managedApp = {
  app_id: text(),
  app_name: text(),
  platform: text(),
  app_store_id: nullable(count()),
  app_bundle_id: nullable(text()),
  android_package: nullable(text()),
  archived: Type.Boolean(),
}

export const appsAnswer = Type.Object({
  ...ofAccount,
  apps: Type.Array(
    Type.Object({
      ...managedApp,
      links: Type.Array(
        Type.Object({ network: text(), network_app_id: text("The network's id of the app.") }),
      ),
    }),
  ),
})

export const renamedAnswer = Type.Object({ ...ofAccount, ...managedApp })
export const linkedAnswer = Type.Object({ ...ofAccount, linked: count() })
export const unlinkedAnswer = Type.Object({
  ...ofAccount,
  ...{ network: text(), network_app_id: text(), app_id: text() },
})

export const mergedAnswer = Type.Object({
  ...ofAccount,
  entry: nullable(count('The ledger entry; null when nothing was changed yet.')),
  into: text(),
  first_day: nullable(day()),
  last_day: nullable(day()),
  slices: count(),
  impressions: text('A decimal.'),
  revenue: text('A decimal.'),
  added_to_slices: count('Slices of the other app that get figures added.'),
})

export type AppsAnswer = Static<typeof appsAnswer>
export type ManagedAppAnswer = AppsAnswer['apps'][number]
export type MergedAnswer = Static<typeof mergedAnswer>
