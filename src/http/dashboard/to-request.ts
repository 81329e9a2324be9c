import type { App } from '../../publishers/app.ts'
import { Problem } from '../answer/problems.ts'
import type { FiltersQuery } from './wire-schema.ts'

/** The filters of rows, in the case in which values are stored. */
export const filtersOf = ({ network, ad_format: adFormats, country }: FiltersQuery) => ({
  ...(network && { networks: network.map((name) => name.toLowerCase()) }),
  ...(adFormats && { formats: adFormats.map((name) => name.toLowerCase()) }),
  ...(country && { countries: country.map((code) => code.toUpperCase()) }),
})

/**
 * The keys of the selected apps; nothing for all that are visible.
 *
 * @throws Problem `unknown_app`
 */
export function selectDashboardApps({ app_id: ids, platform }: FiltersQuery, apps: readonly App[]) {
  if (!ids && !platform) return {}
  const known = new Set(apps.map((app) => app.appId))
  const missing = ids?.filter((id) => !known.has(id)) ?? []
  if (missing.length > 0) {
    const named = missing.join(', ')
    throw new Problem('unknown_app', `The account has no app with the app_id ${named}.`)
  }
  const selected = apps.filter(
    (app) => (!ids || ids.includes(app.appId)) && (platform?.includes(app.platform) ?? true),
  )
  return { apps: selected.map((app) => app.key) }
}
