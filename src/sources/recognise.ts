import { nativeFormatColumns } from '../staging/stats-columns.ts'
import { ImportError } from './import-error.ts'
import type { InputFile } from './readers/input-file.ts'
import {
  columnsFor,
  isEmptyAnswer,
  missingColumns,
  openReportFile,
  type ReportFile,
} from './report-file.ts'
import type { NetworkSource, Report } from './source.ts'

/** A file and the report that it was recognised as. */
export interface RecognisedFile {
  readonly file: ReportFile
  readonly report: Report
}

/** What the files of an import are. */
export type Recognised =
  | { readonly source: null }
  | { readonly source: NetworkSource; readonly files: readonly RecognisedFile[] }

/** Whose files they are said to be: `null` is Adtally's own format. */
export type WantedSource = 'auto' | NetworkSource | null

interface Fit {
  readonly source: NetworkSource
  readonly report: Report
  readonly missing: readonly (string | RegExp)[]
}

/** Adtally's own format as one that a file may be. */
const own = "Adtally's own format (--source adtally)"

/**
 * Finds out whose report the files are, by their columns.
 *
 * @throws ImportError when no source or several fit, when files are of different sources, or when
 *   they are not of the source they are said to be
 */
export async function recognise(
  inputs: readonly InputFile[],
  wanted: WantedSource,
  sources: Iterable<NetworkSource>,
): Promise<Recognised> {
  if (wanted === null) return { source: null }
  const all = [...sources]
  const files: (RecognisedFile & { readonly source: NetworkSource })[] = []
  let ownFile: InputFile | null = null
  for (const input of inputs) {
    const found = await recogniseFile(input, wanted, all)
    if (found) files.push(found)
    else ownFile = input
  }
  const [first] = files
  const other = files.find(({ source }) => source !== first?.source)
  if (first && (ownFile || other)) {
    const second = ownFile
      ? `${ownFile.name} is ${own}`
      : `${other!.file.input.name} is ${describe(other!.source)}`
    throw new ImportError(
      `the files of one import come from one source: ${first.file.input.name} is ${describe(first.source)}, ${second}`,
    )
  }
  return first ? { source: first.source, files } : { source: null }
}

/** @returns null for a file of Adtally's own format */
async function recogniseFile(
  input: InputFile,
  wanted: 'auto' | NetworkSource,
  sources: readonly NetworkSource[],
) {
  const ownForm = input.format === 'ndjson' || input.format === 'parquet'
  if (ownForm && wanted === 'auto') return null
  if (ownForm && wanted !== 'auto') {
    throw new ImportError(`${input.name}: "${wanted.title}" is a CSV, TSV or JSON file`)
  }
  const file = await openReportFile(input)
  if (file.kind === 'table' && file.columns.length === 0) {
    throw new ImportError(`${input.name}: the file is empty`)
  }
  const empty = sources.some(({ reports }) => reports.some((report) => isEmptyAnswer(file, report)))
  if (empty) throw new ImportError(`${input.name}: there are no rows in it`)
  const fits = sources.flatMap((source) =>
    source.reports.flatMap((report) => fit(file, source, report)),
  )
  const whole = fits.filter(({ missing }) => missing.length === 0)
  const isOwn =
    file.kind === 'table' &&
    nativeFormatColumns.required.every((column) => file.columns.includes(column))
  if (wanted !== 'auto') {
    const [found] = whole.filter(({ source }) => source === wanted)
    if (!found) throw notThat(file, wanted, fits, whole, isOwn)
    return { file, ...found }
  }
  const names = [...new Set(whole.map(({ source }) => describe(source)))]
  if (isOwn) names.push(own)
  if (names.length > 1) {
    throw new ImportError(
      `${input.name}: it may be ${names.join(', or ')}; say which one with --source`,
    )
  }
  if (isOwn) return null
  const [found] = whole
  if (found) return { file, ...found }
  // Its own reader says what is missing.
  if (file.kind === 'table' && looksOwn(file.columns)) return null
  throw unknownReport(file, fits, sources)
}

function fit(file: ReportFile, source: NetworkSource, report: Report): Fit[] {
  const columns = columnsFor(file, report)
  return columns === null ? [] : [{ source, report, missing: missingColumns(report, columns) }]
}

const describe = ({ title, name }: NetworkSource): string => `"${title}" (--source ${name})`

/** Whether a table has most columns of Adtally's own format. */
function looksOwn(columns: readonly string[]): boolean {
  const present = nativeFormatColumns.required.filter((column) => columns.includes(column))
  return present.length * 2 >= nativeFormatColumns.required.length
}

function notThat(
  file: ReportFile,
  wanted: NetworkSource,
  fits: readonly Fit[],
  whole: readonly Fit[],
  isOwn: boolean,
): ImportError {
  const nearest = closest(fits.filter(({ source }) => source === wanted))
  const why = nearest ? `missing column ${list(nearest.missing)}` : 'its form is another'
  const others = [...new Set(whole.map(({ source }) => describe(source)))]
  if (isOwn) others.push(own)
  const looks = others.length > 0 ? `; it looks like ${others.join(', or ')}` : ''
  return new ImportError(`${file.input.name}: it is not "${wanted.title}": ${why}${looks}`)
}

function unknownReport(
  file: ReportFile,
  fits: readonly Fit[],
  sources: readonly NetworkSource[],
): ImportError {
  const nearest = closest(
    fits.filter(({ report, missing }) => missing.length < report.columns.length),
  )
  const hint = nearest
    ? `; nearest is ${describe(nearest.source)}, but for the missing column ${list(nearest.missing)}`
    : ''
  const known = ['adtally', ...sources.map(({ name }) => name)].join(', ')
  return new ImportError(
    `${file.input.name}: its columns are of no report that is known here${hint}. Sources: ${known}`,
  )
}

function closest(fits: readonly Fit[]): Fit | undefined {
  const share = ({ missing, report }: Fit) => missing.length / report.columns.length
  return fits.toSorted((a, b) => share(a) - share(b))[0]
}

const list = (columns: readonly (string | RegExp)[]): string =>
  columns
    .map((column) => (typeof column === 'string' ? JSON.stringify(column) : String(column)))
    .join(', ')
