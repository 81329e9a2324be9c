import type { Refusal } from '../values/refusal.ts'
import type { InputFile } from './readers/input-file.ts'
import { type Candidate, refuse } from './refusals.ts'
import {
  columnsFor,
  isEmptyAnswer,
  missingColumns,
  openReportFile,
  type ReportFile,
} from './report-file.ts'
import type { NetworkSource, Report } from './source.ts'
import { nativeFormatColumns } from './stats-columns.ts'

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
const own: Candidate = { title: "Adtally's own format", source: 'adtally' }

/**
 * Finds out whose report the files are, by their columns.
 *
 * @throws Refusal when no source or several fit, when files are of different sources, or when
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
      ? { file: ownFile.name, ...own }
      : { file: other!.file.input.name, ...candidate(other!.source) }
    throw refuse('several_sources', {
      files: [{ file: first.file.input.name, ...candidate(first.source) }, second],
    })
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
    throw refuse('report_in_native_form', { file: input.name, title: wanted.title })
  }
  const file = await openReportFile(input)
  if (file.kind === 'table' && file.columns.length === 0) {
    throw refuse('file_empty', { file: input.name })
  }
  const empty = sources.some(({ reports }) => reports.some((report) => isEmptyAnswer(file, report)))
  if (empty) throw refuse('no_rows', { file: input.name })
  const fits = sources.flatMap((source) =>
    source.reports.flatMap((report) => fit(file, source, report)),
  )
  const whole = fits.filter(({ missing }) => missing.length === 0)
  const isOwn =
    file.kind === 'table' &&
    nativeFormatColumns.required.every((column) => file.columns.includes(column))
  if (wanted !== 'auto') {
    const [found] = whole.filter(({ source }) => source === wanted)
    if (found) return { file, ...found }
    throw differentReport(file, wanted, fits, candidatesOf(whole, isOwn))
  }
  const candidates = candidatesOf(whole, isOwn)
  if (candidates.length > 1) {
    throw refuse('report_ambiguous', { file: input.name, candidates })
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

const candidate = ({ title, name }: NetworkSource): Candidate => ({ title, source: name })

/** The sources that a file has every column of. */
function candidatesOf(whole: readonly Fit[], isOwn: boolean): Candidate[] {
  const found = [...new Set(whole.map(({ source }) => source))].map(candidate)
  return isOwn ? [...found, own] : found
}

/** Whether a table has most columns of Adtally's own format. */
function looksOwn(columns: readonly string[]): boolean {
  const present = nativeFormatColumns.required.filter((column) => columns.includes(column))
  return present.length * 2 >= nativeFormatColumns.required.length
}

function differentReport(
  file: ReportFile,
  wanted: NetworkSource,
  fits: readonly Fit[],
  candidates: readonly Candidate[],
): Refusal {
  const nearest = closest(fits.filter(({ source }) => source === wanted))
  const missing = nearest ? namesOf(nearest.missing) : null
  return refuse('report_differs', {
    file: file.input.name,
    title: wanted.title,
    missing,
    candidates,
  })
}

function unknownReport(
  file: ReportFile,
  fits: readonly Fit[],
  sources: readonly NetworkSource[],
): Refusal {
  const nearest = closest(
    fits.filter(({ report, missing }) => missing.length < report.columns.length),
  )
  return refuse('report_unrecognised', {
    file: file.input.name,
    nearest: nearest ? { ...candidate(nearest.source), missing: namesOf(nearest.missing) } : null,
    sources: ['adtally', ...sources.map(({ name }) => name)],
  })
}

function closest(fits: readonly Fit[]): Fit | undefined {
  const share = ({ missing, report }: Fit) => missing.length / report.columns.length
  return fits.toSorted((a, b) => share(a) - share(b))[0]
}

const namesOf = (columns: readonly (string | RegExp)[]): string[] => columns.map(String)
