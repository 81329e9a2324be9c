import type { App } from '../../publishers/app.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import type { Breakdown } from './wire-schema.ts'

const dimensions = {
  network: 'network',
  ad_format: 'format',
  country: 'country',
  app_id: 'app',
  // Platforms are groups of apps.
  platform: 'app',
} as const satisfies Record<Breakdown, Dimension>

/** The dimension that has the groups of a breakdown. */
export const dimensionOf = (by: Breakdown) => dimensions[by]

/**
 * @param apps all that rows may have
 * @returns a function that gives a row's group, by its public name
 */
export function groupKeys(by: Breakdown, apps: readonly App[]) {
  if (by === 'app_id' || by === 'platform') {
    const names = new Map(apps.map((app) => [app.key, by === 'app_id' ? app.appId : app.platform]))
    return (chunk: Pick<ReportChunk, 'dimensions'>, row: number) =>
      names.get(chunk.dimensions.app!.codes[row]!) ?? '?'
  }
  return (chunk: Pick<ReportChunk, 'dimensions'>, row: number) => {
    const { codes, labels } = chunk.dimensions[dimensionOf(by)]!
    return labels![codes[row]!]!
  }
}
