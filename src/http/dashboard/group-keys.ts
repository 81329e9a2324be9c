import type { App } from '../../publishers/app.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import type { Breakdown } from './wire-schema.ts'

/** The dimension that has the groups of a breakdown. Platforms are groups of apps. */
export const dimensionOf = (by: Breakdown): Dimension => (by === 'platform' ? 'app' : by)

/**
 * @param apps all that rows may have
 * @returns a function that gives a row's group, by its public name
 */
export function groupKeys(by: Breakdown, apps: readonly App[]) {
  if (by === 'app' || by === 'platform') {
    const names = new Map(apps.map((app) => [app.key, by === 'app' ? app.appId : app.platform]))
    return ({ dimensions }: Pick<ReportChunk, 'dimensions'>, row: number) =>
      names.get(dimensions.app!.codes[row]!) ?? '?'
  }
  return ({ dimensions }: Pick<ReportChunk, 'dimensions'>, row: number) => {
    const { codes, labels } = dimensions[by]!
    return labels![codes[row]!]!
  }
}
