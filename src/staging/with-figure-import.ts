import { stat } from 'node:fs/promises'
import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import { factKinds } from '../facts/kinds.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import { assertPages } from '../sources/pages.ts'
import type { GivenFile, InputFile } from '../sources/readers/input-file.ts'
import { prepareInput } from '../sources/readers/prepare-input.ts'
import { hashFiles, refuseRepeatedFiles } from '../sources/readers/repeated-files.ts'
import { temporaryFolder } from '../sources/readers/temporary-folder.ts'
import { kindsOf, type Recognised, type RecognisedFile, recognise } from '../sources/recognise.ts'
import { contextFields, refuse } from '../sources/refusals.ts'
import { Refusal } from '../values/refusal.ts'
import { cancelStatements } from './cancel-statements.ts'
import { type AnsweredNames, FigureImport } from './figure-import.ts'
import type { FigureImportOptions, FigureImportServices } from './import-options.ts'
import { nativeKind } from './native-kind.ts'
import { refuse as refuseInStaging } from './refusals.ts'
import type { Scratch } from './scratch-database.ts'
import { Stage } from './stage.ts'
import { endView, StagingNeeded, viewFiles } from './view-files.ts'

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
  await using folder = await temporaryFolder(services.workDirectory, 'import-')
  const inputs: InputFile[] = []
  const hashes = hashFiles(files, signal)
  hashes.catch(() => undefined)
  // A connection may be answered the same twice, such as two empty pages.
  if (!options.pulled) await refuseRepeatedFiles(files, () => hashes)
  for (const [index, file] of files.entries()) {
    const reading = { limits, signal }
    inputs.push(await prepareInput(file, options.inputFormat, folder.path, index, reading))
  }
  const recognised = await recognise(inputs, options.source, options.sources, options.kind ?? null)
  if (recognised.source) assertPages(recognised.files, options.partial === true)
  if (!recognised.source) refuseContext(options)
  const names = await namesOf(recognised, options, services)
  const bytes = await bytesOf(inputs)
  const isSmall = bytes < smallBytes
  const runIn = async (scratch: Scratch): Promise<Result> => {
    const endCancelling = cancelStatements(scratch, signal)
    let isWriting = false
    const kind = recognised.source
      ? reportedKind(recognised.files, options)
      : await nativeKind(scratch, inputs)
    refuseOtherKind(kind, recognised, inputs, options)
    refuseOptions(kind, options)
    const attempt = (stage: Stage, onWrite: () => void = () => undefined) => {
      const parts = {
        stage,
        inputs,
        isSmall,
        recognised,
        names,
        options,
        services,
        hashes,
        onProgress,
      }
      const begin = () => {
        onWrite()
        isWriting = true
        endCancelling()
      }
      return run(new FigureImport({ ...parts, onWrite: begin }), folder.path)
    }
    try {
      if (!isSmall && isViewable(recognised, inputs, options)) {
        try {
          const viewed = await viewFiles(scratch, kind, inputs, onProgress)
          const stage = Stage.ofView(kind, scratch, viewed, onProgress)
          return await attempt(stage, viewed.assertUnchanged)
        } catch (error) {
          // Nothing was written. Staged rows are refused for the same reason, and with their lines.
          const isRepeatable = error instanceof StagingNeeded || error instanceof Refusal
          if (isWriting || !isRepeatable) throw error
          await endView(scratch)
        }
      }
      return await attempt(await Stage.begin(kind, scratch, onProgress))
    } finally {
      endCancelling()
    }
  }
  return await services.slices.withScratch((scratch) =>
    bytes >= largeBytes
      ? services.largeImports.during(scratch, () => runIn(scratch))
      : runIn(scratch),
  )
}

/** Finds the account that an import is for, and what its people answered about names of networks. */
async function namesOf(
  { source }: Recognised,
  { target }: FigureImportOptions,
  { accounts, setAside }: FigureImportServices,
): Promise<AnsweredNames> {
  const all = target ? [target.account] : await accounts.list()
  const accountId = all.length === 1 ? all[0]!.id : null
  if (!source || accountId === null) return { accountId, answers: new Map() }
  return { accountId, answers: await setAside.answers(accountId, source.name) }
}

/** Rows of smaller files are staged one by one, which takes fewer statements. */
const smallBytes = 65_536

/** Smaller imports take less than a second on one thread. */
const largeBytes = 16 * 1024 ** 2

async function bytesOf(inputs: readonly InputFile[]): Promise<number> {
  const sizes = await Promise.all(inputs.map(async ({ path }) => (await stat(path)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Whether each row is used as it is in its file. Then none has to be staged. */
const isViewable = (
  { source }: Recognised,
  inputs: readonly InputFile[],
  { partial, keepOtherSources, rates }: FigureImportOptions,
): boolean =>
  !source &&
  inputs.length > 0 &&
  inputs.every(({ format }) => format === 'csv') &&
  !partial &&
  !keepOtherSources &&
  rates === undefined

/** The kind of fact that reports are read as. @throws Refusal `several_kinds` */
function reportedKind(
  files: readonly RecognisedFile[],
  { kind: wanted }: FigureImportOptions,
): FactKind {
  const kinds = files.map(({ report }) => wanted ?? kindsOf(report)[0]!)
  const other = kinds.findIndex((kind) => kind !== kinds[0])
  if (other > 0) {
    const file = files[other]!.file.input.name
    throw refuseInStaging('several_kinds', { file, kinds: [kinds[0]!, kinds[other]!] })
  }
  return factKinds[kinds[0]!]
}

/** Files of Adtally's own format are of the kind that their columns tell. */
function refuseOtherKind(
  { name }: FactKind,
  { source }: Recognised,
  [first]: readonly InputFile[],
  { kind }: FigureImportOptions,
): void {
  if (source || kind === undefined || kind === name) return
  const title = "Adtally's own format"
  throw refuse('kind_not_reported', { file: first?.name ?? '', title, kind, kinds: [name] })
}

/** Secondary reports are of ad figures alone, and rates of money. */
function refuseOptions({ name, hasMoney }: FactKind, options: FigureImportOptions): void {
  if (name === figures.name) return
  const refused = ['as', 'booking', ...(hasMoney ? [] : (['rates'] as const))] as const
  const given = refused.find((option) => options[option] !== undefined)
  if (given) throw refuseInStaging('option_of_figures', { option: given, kind: name })
}

function refuseContext(options: FigureImportOptions): void {
  const given = contextFields.find((name) => options[name] !== undefined)
  if (given) throw refuse('context_repeated', { file: null, fields: [given] })
}
