import type { NotedNames } from '../ledger/set-aside.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { previewEntry } from './commit-entry.ts'
import { notedNames } from './import-facts.ts'
import type { FigureImportOptions, FigureImportServices, PulledReport } from './import-options.ts'
import type { ImportSummary } from './import-summary.ts'
import { commitChecked } from './run-import.ts'
import type { PreviewedImport, StatedEffect } from './slice-store.ts'
import { withFigureImport } from './with-figure-import.ts'

/** The changes that the import of a pulled report would make. */
export interface PulledEffect extends Pick<StatedEffect, 'slices' | 'lostMicros' | 'rebooked'> {
  readonly rows: number
  readonly before: PulledTotals
  readonly after: PulledTotals
  /** The names of networks that people are asked about. */
  readonly noted: NotedNames
}

export interface PulledTotals {
  readonly impressions: bigint
  readonly revenueMicros: bigint
}

/** Whether a report is booked, which is decided when it is known what that would change. */
export type Decide<Decision extends { readonly isImported: boolean }> = (
  effect: PulledEffect,
) => Promise<Decision>

export interface DecidedImport<Decision> {
  readonly decision: Decision
  /** Null when it was not booked. */
  readonly summary: ImportSummary | null
}

/**
 * Stages a pulled report once, and books it if that is decided. Nothing is written before.
 *
 * @throws Refusal as `runImport`; what `decide` throws
 */
export function importPulled<Decision extends { readonly isImported: boolean }>(
  files: readonly GivenFile[],
  options: FigureImportOptions & { readonly pulled: PulledReport },
  services: FigureImportServices,
  decide: Decide<Decision>,
): Promise<DecidedImport<Decision>> {
  return withFigureImport(
    files,
    options,
    services,
    () => undefined,
    async (work) => {
      const checked = await work.check(services.rejectDirectory)
      const previewed = await previewEntry(services.slices, checked.staged, checked.entry)
      const decision = await decide({ ...effectOf(previewed), noted: notedNames(work, null)! })
      return { decision, summary: decision.isImported ? await commitChecked(work, checked) : null }
    },
  )
}

const effectOf = ({ rows, stated }: PreviewedImport): Omit<PulledEffect, 'noted'> => ({
  rows,
  slices: stated.slices,
  lostMicros: stated.lostMicros,
  rebooked: stated.rebooked,
  before: totals(stated, 'before'),
  after: totals(stated, 'after'),
})

const totals = (
  { impressions, revenueMicros }: StatedEffect,
  when: 'before' | 'after',
): PulledTotals => ({ impressions: impressions[when], revenueMicros: revenueMicros[when] })
