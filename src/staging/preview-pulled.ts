import type { NotedNames } from '../ledger/set-aside.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { previewEntry } from './commit-entry.ts'
import { notedNames } from './import-facts.ts'
import type { FigureImportOptions, FigureImportServices } from './import-options.ts'
import type { PreviewedImport } from './slice-store.ts'
import { withFigureImport } from './with-figure-import.ts'

/** What the import of a pulled report would change. */
export interface PulledEffect {
  readonly rows: number
  /** Slices by their change. */
  readonly slices: Readonly<Record<'added' | 'restated' | 'unchanged' | 'removed', number>>
  readonly before: PulledTotals
  readonly after: PulledTotals
  /** Revenue of slices that are removed. */
  readonly lostMicros: bigint
  /** The names of networks that people are asked about. */
  readonly noted: NotedNames
  /** Further counted slices that begin or cease to count, because they are of mediations. */
  readonly rebooked: { readonly changed: number; readonly replaced: number }
}

export interface PulledTotals {
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/**
 * Computes what the import of a pulled report would change now. Nothing is written.
 *
 * @throws Refusal as `runImport`
 */
export function previewPulled(
  files: readonly GivenFile[],
  options: FigureImportOptions & { readonly pulled: object },
  services: FigureImportServices,
): Promise<PulledEffect> {
  return withFigureImport(
    files,
    options,
    services,
    () => undefined,
    async (work, workDirectory) => {
      const { staged, entry } = await work.check(workDirectory)
      const effect = effectOf(await previewEntry(services.slices, staged, entry))
      return { ...effect, noted: notedNames(work, null)! }
    },
  )
}

const effectOf = ({ rows, stated }: PreviewedImport): Omit<PulledEffect, 'noted'> => ({
  ...{ rows, slices: stated.slices, lostMicros: stated.lostMicros },
  rebooked: stated.rebooked,
  before: {
    impressions: stated.impressions.before,
    revenueMicros: stated.revenueMicros.before,
  },
  after: { impressions: stated.impressions.after, revenueMicros: stated.revenueMicros.after },
})
