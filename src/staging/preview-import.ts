import type { OnProgress } from '../sources/import-progress.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { previewEntry } from './commit-entry.ts'
import { importFacts } from './import-facts.ts'
import type { FigureImportOptions, FigureImportServices } from './import-options.ts'
import { type ImportPreview, toPreview } from './import-preview.ts'
import { withFigureImport } from './with-figure-import.ts'

/**
 * Computes what an import would change now. Nothing is written, no reject file either.
 *
 * @throws Refusal as `runImport`
 */
export function previewImport(
  files: readonly GivenFile[],
  options: FigureImportOptions,
  services: FigureImportServices,
  onProgress: OnProgress,
): Promise<ImportPreview> {
  return withFigureImport(files, options, services, onProgress, async (work, workDirectory) => {
    const checked = await work.check(workDirectory)
    const { staged, entry, skipped } = checked
    const previewed = await previewEntry(services.slices, staged, entry)
    return toPreview(previewed, { ...(await importFacts(work, checked)), skipped })
  })
}
