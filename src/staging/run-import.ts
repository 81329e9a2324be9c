import type { OnProgress } from '../sources/import-progress.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { commitEntry } from './commit-entry.ts'
import type { Checked, FigureImport } from './figure-import.ts'
import { importFacts, notedNames } from './import-facts.ts'
import type { FigureImportOptions, FigureImportServices } from './import-options.ts'
import type { ImportSummary } from './import-summary.ts'
import type { CommittedImport } from './slice-store.ts'
import { summarise } from './summarise-import.ts'
import { withFigureImport } from './with-figure-import.ts'

/**
 * Imports all files as one import, which is committed whole or not at all. It replaces the slices
 * that its rows are of.
 *
 * @throws Refusal when anything is not accepted; nothing was changed
 */
export function runImport(
  files: readonly GivenFile[],
  options: FigureImportOptions,
  services: FigureImportServices,
  onProgress: OnProgress,
): Promise<ImportSummary> {
  return withFigureImport(files, options, services, onProgress, async (work) =>
    commitChecked(work, await work.check(services.rejectDirectory)),
  )
}

/** Commits rows that were checked. */
export async function commitChecked(work: FigureImport, checked: Checked): Promise<ImportSummary> {
  const { options, services } = work.parts
  const committed = await commitEntry(services.slices, checked.staged, {
    ...checked.entry,
    announce: async (planned) => {
      await options.answers?.onSummary(await summaryOf(planned, checked, work))
      // Rows that are set aside are listed before the import can end without them.
      const noted = options.pulled ? null : notedNames(work, planned.importId)
      if (noted) await services.setAside.note(noted)
    },
  })
  return summaryOf(committed, checked, work)
}

async function summaryOf(
  committed: CommittedImport,
  checked: Checked,
  work: FigureImport,
): Promise<ImportSummary> {
  const facts = await importFacts(work, checked)
  return summarise(committed, { ...facts, skipped: checked.skipped })
}
