import type { NotedNames } from '../ledger/set-aside.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import type { FigureImportOptions, FigureImportServices } from './import-options.ts'
import type { DayEffect, PreviewedImport } from './slice-store.ts'
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
      const effect = addedUp(await services.slices.preview(staged, entry))
      return { ...effect, noted: work.noted(null)! }
    },
  )
}

function addedUp({ rows, days }: PreviewedImport): Omit<PulledEffect, 'noted'> {
  const count = (change: 'added' | 'restated' | 'unchanged' | 'removed') =>
    days.reduce((sum, day) => sum + day[change], 0)
  const sum = (of: (day: DayEffect) => bigint) => days.reduce((total, day) => total + of(day), 0n)
  const totals = (when: 'before' | 'after'): PulledTotals => ({
    impressions: sum(({ impressions }) => impressions[when]),
    revenueMicros: sum(({ revenueMicros }) => revenueMicros[when]),
  })
  return {
    rows,
    slices: {
      ...{ added: count('added'), restated: count('restated') },
      ...{ unchanged: count('unchanged'), removed: count('removed') },
    },
    before: totals('before'),
    after: totals('after'),
    lostMicros: sum(({ lostMicros }) => lostMicros),
  }
}
