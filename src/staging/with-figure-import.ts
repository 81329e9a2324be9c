import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OnProgress } from '../sources/import-progress.ts'
import { assertPages } from '../sources/pages.ts'
import type { GivenFile, InputFile } from '../sources/readers/input-file.ts'
import { hashFile, prepareInput } from '../sources/readers/prepare-input.ts'
import { recognise } from '../sources/recognise.ts'
import { refuse } from '../sources/refusals.ts'
import { cancelStatements } from './cancel-statements.ts'
import { FigureImport } from './figure-import.ts'
import type { FigureImportOptions, FigureImportServices } from './import-options.ts'
import { Stage } from './stage.ts'

/**
 * Prepares and recognises files, and runs work with them and a scratch.
 *
 * @param run gets a folder for files that end with it
 */
export async function withFigureImport<Result>(
  files: readonly GivenFile[],
  options: FigureImportOptions,
  services: FigureImportServices,
  onProgress: OnProgress,
  run: (work: FigureImport, workDirectory: string) => Promise<Result>,
): Promise<Result> {
  const { limits, signal } = services
  await mkdir(services.workDirectory, { recursive: true })
  const workDirectory = await mkdtemp(join(services.workDirectory, 'import-'))
  try {
    const inputs: InputFile[] = []
    const hashes = Promise.all(files.map(({ path }) => hashFile(path, signal)))
    hashes.catch(() => undefined)
    for (const [index, file] of files.entries()) {
      const reading = { limits, signal }
      inputs.push(await prepareInput(file, options.inputFormat, workDirectory, index, reading))
    }
    const recognised = await recognise(inputs, options.source, options.sources)
    if (recognised.source) assertPages(recognised.files, options.partial === true)
    if (!recognised.source) refuseContext(options)
    return await services.slices.withScratch(async (scratch) => {
      const endCancelling = cancelStatements(scratch, signal)
      try {
        const stage = await Stage.begin(scratch, onProgress)
        const work = new FigureImport({
          ...{ stage, inputs, recognised, options, services, hashes },
          ...{ endCancelling, onProgress },
        })
        return await run(work, workDirectory)
      } finally {
        endCancelling()
      }
    })
  } finally {
    await rm(workDirectory, { recursive: true, force: true })
  }
}

function refuseContext(options: FigureImportOptions): void {
  const given = (['day', 'app', 'network'] as const).find((name) => options[name] !== undefined)
  if (given) throw refuse('context_repeated', { file: null, fields: [given] })
}
