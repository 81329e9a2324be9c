import { setImmediate } from 'node:timers/promises'
import { type ImportedFactName, kindOfColumns } from '../facts/kinds.ts'
import type { Refusal } from '../values/refusal.ts'
import { maxCharactersShown } from './bad-cells.ts'
import { columnName } from './column-name.ts'
import { exportLanguage } from './export-language.ts'
import type { InputFile } from './readers/input-file.ts'
import { at, type Json } from './readers/read-json.ts'
import { type Candidate, refuse } from './refusals.ts'
import { isEmptyAnswer, missingColumns, openReportFile, type ReportFile } from './report-file.ts'
import type { NetworkSource, Report } from './source.ts'

/** A file and its recognised report. */
export interface RecognisedFile {
  readonly file: ReportFile
  readonly report: Report
}

/** The source of an import's files; null is Adtally's own format. */
export type Recognised =
  | { readonly source: null }
  | { readonly source: NetworkSource; readonly files: readonly RecognisedFile[] }

/** The kinds of fact that a report can be read as, the usual one first. */
export const kindsOf = ({ kinds = ['figures'] }: Report): readonly ImportedFactName[] => kinds

/** The source that the user chose; null is Adtally's own format. */
export type WantedSource = 'auto' | NetworkSource | null

interface Fit {
  readonly source: NetworkSource
  readonly report: Report
  readonly missing: readonly (string | RegExp)[]
}

const nativeFormat: Candidate = { title: "Adtally's own format", source: 'adtally' }

/**
 * Recognises the source of files by their columns.
 *
 * @param kind the kind of fact that reports are read as; null for the usual one of each
 * @throws Refusal when no source or several sources fit, when files have different sources, or when
 *   they do not fit the chosen source
 */
export async function recognise(
  inputs: readonly InputFile[],
  wanted: WantedSource,
  sources: Iterable<NetworkSource>,
  kind: ImportedFactName | null,
): Promise<Recognised> {
  if (wanted === null) return { source: null }
  const all = [...sources]
  const files: (RecognisedFile & { readonly source: NetworkSource })[] = []
  let nativeFile: InputFile | null = null
  for (const input of inputs) {
    const found = await recogniseFile(input, wanted, all, kind)
    if (found) files.push(found)
    else nativeFile = input
  }
  const [first] = files
  const other = files.find(({ source }) => source !== first?.source)
  if (first && (nativeFile || other)) {
    const second = nativeFile
      ? { file: nativeFile.name, ...nativeFormat }
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
  kind: ImportedFactName | null,
) {
  const hasNativeForm = input.format === 'ndjson' || input.format === 'parquet'
  if (hasNativeForm) {
    if (wanted === 'auto') return null
    throw refuse('report_in_native_form', { file: input.name, title: wanted.title })
  }
  const file = await openReportFile(input)
  if (file.kind === 'table' && file.columns.length === 0) {
    throw refuse('file_empty', { file: input.name })
  }
  const isEmpty = sources.some(({ reports }) =>
    reports.some((report) => file.kind === 'json' && isEmptyAnswer(file.answer, report)),
  )
  if (isEmpty) throw refuse('no_rows', { file: input.name })
  const fits: Fit[] = []
  for (const source of sources) {
    for (const report of source.reports) fits.push(...fit(file, source, report))
    // Wide rows take milliseconds for each source.
    await setImmediate()
  }
  const complete = fits.filter(({ missing }) => missing.length === 0)
  const isNative =
    file.kind === 'table' &&
    kindOfColumns(file.columns).requiredColumns.every((column) => file.columns.includes(column))
  const candidates = candidatesOf(complete, isNative)
  if (wanted !== 'auto') {
    const found = inKind(
      complete.filter(({ source }) => source === wanted),
      kind,
      input,
    )
    if (found) return { file, ...found }
    throw differentReport(file, wanted, fits, candidates)
  }
  if (candidates.length > 1) {
    throw refuse('report_ambiguous', { file: input.name, candidates })
  }
  if (isNative) return null
  const found = inKind(complete, kind, input)
  if (found) return { file, ...found }
  // The reader of the native format then lists the missing columns.
  if (file.kind === 'table' && looksNative(file.columns)) return null
  if (file.kind === 'json' && looksNative(membersOf(file.answer))) {
    throw refuse('native_format_as_json', { file: input.name })
  }
  if (file.kind === 'table' && appColumns.every((column) => file.columns.includes(column))) {
    throw refuse('apps_as_figures', { file: input.name })
  }
  throw unknownReport(file, fits, sources)
}

/**
 * The first form of a source's reports that can be read as a kind of fact.
 *
 * @throws Refusal `kind_not_reported` when forms fit, and none of them has the kind
 */
function inKind(fits: readonly Fit[], kind: ImportedFactName | null, { name }: InputFile) {
  const found = fits.find(({ report }) => kind === null || kindsOf(report).includes(kind))
  const [other] = fits
  if (!found && other) {
    const kinds = [...new Set(fits.flatMap(({ report }) => kindsOf(report)))]
    throw refuse('kind_not_reported', { file: name, title: other.source.title, kind: kind!, kinds })
  }
  return found
}

function fit(file: ReportFile, source: NetworkSource, report: Report): Fit[] {
  const missing = missingColumns(file, report)
  return missing === null ? [] : [{ source, report, missing }]
}

const candidate = ({ title, name }: NetworkSource): Candidate => ({ title, source: name })

/** The sources whose columns a file has. */
function candidatesOf(complete: readonly Fit[], isNative: boolean): Candidate[] {
  const found = [...new Set(complete.map(({ source }) => source))].map(candidate)
  return isNative ? [...found, nativeFormat] : found
}

/** The required columns of an apps file. Reports have the others, but not the account of each app. */
const appColumns = ['app_id', 'publisher', 'app_name', 'platform']

/** The members of an object, or of the first object in a list. */
const membersOf = (answer: Json): string[] => Object.keys(at(answer, 0) ?? at(answer) ?? {})

/** Whether a file has at least half of the required columns of Adtally's own format. */
function looksNative(columns: readonly string[]): boolean {
  const { requiredColumns } = kindOfColumns(columns)
  const present = requiredColumns.filter((column) => columns.includes(column))
  return present.length * 2 >= requiredColumns.length
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

/** Columns that the refusal of an unknown report lists. */
const maxColumnsListed = 20

function unknownReport(
  file: ReportFile,
  fits: readonly Fit[],
  sources: readonly NetworkSource[],
): Refusal {
  const nearest = closest(
    fits.filter(({ report, missing }) => missing.length < report.columns.length),
  )
  const columns = file.kind === 'table' ? file.columns : membersOf(file.answer)
  return refuse('report_unrecognised', {
    file: file.input.name,
    columns: columns.slice(0, maxColumnsListed).map((name) => name.slice(0, maxCharactersShown)),
    columnCount: columns.length,
    language: exportLanguage(columns),
    nearest: nearest ? { ...candidate(nearest.source), missing: namesOf(nearest.missing) } : null,
    sources: ['adtally', ...sources.map(({ name }) => name)],
  })
}

function closest(fits: readonly Fit[]): Fit | undefined {
  const share = ({ missing, report }: Fit) => missing.length / report.columns.length
  return fits.toSorted((a, b) => share(a) - share(b))[0]
}

const namesOf = (columns: readonly (string | RegExp)[]): string[] => columns.map(columnName)
