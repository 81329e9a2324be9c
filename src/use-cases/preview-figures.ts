import type { ImportPreview } from '../staging/import-preview.ts'
import {
  type FiguresRequest,
  figuresRequest,
  type ImportBounds,
  toImportOptions,
} from './import-figures.ts'
import type { Services } from './services.ts'
import { readsOnly, type UseCaseIo, useCase } from './use-case.ts'
import { withDeadline } from './with-deadline.ts'

/** Tells what an import of figures would change now. Nothing is written. */
export const previewFigures = useCase({
  name: 'preview-figures',
  request: figuresRequest,
  takesFiles: true,
  audit: readsOnly,
  run: (services, request, io) => preview(services, request, io, null),
})

/** {@link previewFigures} for a publisher. */
export const previewWithin = (bounds: ImportBounds): typeof previewFigures => ({
  ...previewFigures,
  run: (services, request, io) => preview(services, request, io, bounds),
})

async function preview(
  services: Services,
  request: FiguresRequest,
  { files, onProgress, signal }: UseCaseIo,
  bounds: ImportBounds | null,
): Promise<ImportPreview> {
  const { previewImport } = await import('../staging/preview-import.ts')
  const options = await toImportOptions(request, services, bounds)
  return withDeadline(services.importLimits, signal, (reading) =>
    previewImport(files, options, { ...services, ...reading }, onProgress),
  )
}
