import type { ImportLimits } from '../sources/import-limits.ts'
import type { Candidate, SourceRefusals } from '../sources/refusals.ts'
import { constantCase } from '../values/letter-case.ts'
import { shellWord } from '../values/shell-word.ts'
import { badCellLine, columns, counted, listed, listedFirst, orRaise, thenRun } from './phrases.ts'
import type { Vocabulary, Wording } from './vocabulary.ts'

export const sourceWording: Wording<SourceRefusals> = {
  file_unreadable: ({ file, reason }) =>
    `${file}: ${unreadable[reason] ?? `The file cannot be read (${reason})`}`,
  file_empty: ({ file }) => `${file}: The file is empty`,
  file_repeated: ({ file, otherFile }) =>
    file === otherFile
      ? `${file}: The file is given twice. Give it once`
      : `${file}: This is the same file as ${otherFile}. Give one of them`,
  gzip_damaged: ({ file }) => `${file}: The gzip data is damaged or incomplete. Get the file again`,
  zip_unreadable: ({ file, fault }) => `${file}: ${zipFaults[fault]}`,
  zip_not_single: ({ file, names, count }) =>
    count === 0
      ? `${file}: The zip archive contains no file`
      : `${file}: The zip archive contains ${counted(count, 'file')}: ${listedFirst(names, count)}. Unpack it, and import the files`,
  workbook_unreadable: ({ file, fault }) => `${file}: ${workbookFaults[fault]}`,
  parquet_damaged: ({ file }) => `${file}: This is not a complete Parquet file. Get the file again`,
  text_not_utf8: ({ file, line }) =>
    `${file}:${line}: The text is not UTF-8. Save the file as UTF-8`,
  text_has_nul: ({ file, line }) =>
    `${file}:${line}: The text has a NUL byte. Save the file as UTF-8 without NUL bytes`,
  limit_exceeded: ({ file, line, limit, maximum }, { variable }) => {
    const place = line === null ? file : `${file}:${line}`
    const { exceeds, next } = limits[limit]
    return `${place}: ${exceeds(maximum)}. ${next}${orRaise(variable, constantCase(limit))}`
  },
  json_malformed: ({ file, fault }) => `${file}: This is not JSON (${fault})`,
  csv_malformed: ({ file, line, fault, maxRowBytes }) => {
    const place = `${file}:${line ?? '?'}`
    if (fault === 'long row')
      return `${place}: A row is longer than ${counted(maxRowBytes, 'byte')}`
    return `${place}: ${fault === 'open quote' ? 'A quote is not closed' : 'A quote is out of place'}`
  },
  format_unknown: ({ file, formats }, { option }) =>
    `${file}: The name does not end in a known format. Add ${option('inputFormat', 'FORMAT')}: ${listed(formats, 'or')}`,
  native_format_as_json: ({ file }) =>
    `${file}: Adtally's own format is CSV, NDJSON or Parquet. Write one JSON object on each line instead of one list, and end the file's name in .ndjson`,
  no_rows: ({ file, title }) =>
    title === undefined
      ? `${file}: The file has no rows`
      : `${file}: Recognised as "${title}", but it has no rows`,
  columns_refused: ({ file, unknown, repeated, missing, required, optional }) => {
    const faults = [
      unknown.length > 0 && `unknown ${columns(unknown)}`,
      repeated.length > 0 && `repeated ${columns(repeated)}`,
      missing.length > 0 && `missing ${columns(missing)}`,
    ].filter((fault) => fault !== false)
    const also = optional.length > 0 ? ` and optionally ${optional.join(', ')}` : ''
    return `${file}:1: ${faults.join('; ')}; expected ${required.join(', ')}${also}`
  },
  money_in_floating_point: ({ file, column, type }) =>
    `${file}: The column ${column} has the type ${type}, which cannot store money exactly. Write it as DECIMAL(18, 6) or as text`,
  several_sources: ({ files }, vocabulary) =>
    `The files of one import must have the same source: ${listed(files.map((one) => `${one.file} is ${named(one, vocabulary)}`))}. Import them separately`,
  report_in_native_form: ({ file, title }) =>
    `${file}: "${title}" comes as a CSV, TSV or JSON file`,
  report_ambiguous: ({ file, candidates }, vocabulary) =>
    `${file}: The columns fit ${namedAll(candidates, vocabulary)}. Choose one: add ${vocabulary.option('source', 'NAME')}`,
  report_differs: ({ file, title, missing, candidates }, vocabulary) => {
    const why = missing === null ? 'it comes in another form' : `missing ${columns(missing)}`
    const next =
      candidates.length === 0 ? '' : `. It looks like ${namedAll(candidates, vocabulary)}`
    return `${file}: This is not "${title}": ${why}${next}`
  },
  kind_not_reported: ({ file, title, kind, kinds }, { setting }) =>
    `${file}: "${title}" has no ${kind} here, only ${listed(kinds)}. Leave out ${setting('kind', kind)}, or get a report with ${kind}`,
  apps_as_figures: ({ file }, vocabulary) =>
    thenRun(
      `${file}: This is a list of apps, without figures`,
      vocabulary,
      'Import it',
      `import apps ${shellWord(file)}`,
    ),
  report_unrecognised: (
    { file, columns: found, columnCount, language, nearest, sources },
    vocabulary,
  ) => {
    const names = found.map((name) => JSON.stringify(name))
    const having =
      columnCount === 0
        ? ''
        : `, with ${columnCount === 1 ? 'the column' : 'the columns'} ${listedFirst(names, columnCount)}`
    const translated =
      language === null
        ? ''
        : `. The columns are in ${language}: set the language of the network's console to English, and export the report again`
    const hint = nearest
      ? `. The closest source is ${named(nearest, vocabulary)}; it needs the missing ${columns(nearest.missing)}`
      : ''
    return `${file}: Unrecognised report format${having}${translated}${hint}. Known sources: ${sources.join(', ')}`
  },
  too_many_set_aside: ({ file, maximum }) =>
    `${file}: The report has names of networks that Adtally does not know, on more than ${maximum.toLocaleString('en-US')} days and apps. Import fewer days at once`,
  every_row_set_aside: ({ source, name, similarTo }, vocabulary) =>
    thenRun(
      `All rows are of ${JSON.stringify(name)}, which may be ${similarTo} or a network of its own. Nothing was imported`,
      vocabulary,
      'Answer which, and import the files again',
      `networks answer USERNAME ${source} ${shellWord(name)} --is ${similarTo}`,
    ),
  set_aside_without_account: ({ names }, { option }) =>
    `The report has ${names.length === 1 ? 'a name of a network' : 'names of networks'} that Adtally does not know: ${listed(names.map((name) => JSON.stringify(name)))}. Say whose report it is: add ${option('account', 'USERNAME')}`,
  page_repeated: ({ file, page, otherFile }) =>
    `${file}: This is page ${page} of the report, and so is ${otherFile}. Import each page once`,
  pages_missing: ({ file, pages, missing, missingCount }, { option }) =>
    `${file}: The report has ${counted(pages, 'page')}, but ${missingCount === 1 ? 'page' : 'pages'} ${listedFirst(missing.map(String), missingCount)} ${missingCount === 1 ? 'is' : 'are'} missing. Import all pages together, or use ${option('partial')} to add these rows to the existing figures`,
  context_missing: ({ file, fields }, { option }) => {
    const added = fields.map((field) => option(field, placeholders[field]))
    const hint = fields.includes('network') ? ': the network whose figures these are' : ''
    return `${file}: The report has ${listed(fields.map((field) => `no ${field}`))} column. Add ${listed(added)}${hint}`
  },
  context_repeated: ({ file, fields }, { option }) => {
    const subject = file === null ? "Adtally's own format" : `${file}: The report`
    return `${subject} has a column for ${listed(fields.map((field) => `the ${field}`))}. Leave out ${listed(fields.map((field) => option(field)))}`
  },
  bad_cells: ({ cells, count, unskippable }) => {
    const rows = unskippable
      ? 'A row whose date, app or network is not accepted cannot be skipped. '
      : ''
    const these = count === 1 ? 'Fix this cell' : `Fix these ${count.toLocaleString('en-US')} cells`
    const first = count > cells.length ? ` (the first ${cells.length} are shown)` : ''
    return {
      message: `Nothing was imported. ${rows}${these}${first}:`,
      details: cells.map(badCellLine),
    }
  },
}

const zipFaults: Readonly<Record<SourceRefusals['zip_unreadable']['fault'], string>> = {
  damaged: 'The zip archive is damaged or incomplete. Get the file again',
  password: 'The zip archive has a password. Unpack it, and import the file in it',
  method: 'The zip archive is packed in an unusual way. Unpack it, and import the file in it',
  entries: 'The zip archive contains thousands of files. Unpack it, and import the files',
  layers: 'The file is packed several times. Unpack it, and import the file in it',
}

const workbookFaults: Readonly<Record<SourceRefusals['workbook_unreadable']['fault'], string>> = {
  damaged: 'This is not a complete Excel workbook (.xlsx). Get the file again, or save it as CSV',
  old: 'This is an old Excel workbook (.xls), or has a password. Save it as .xlsx without a password, or as CSV',
  other: 'This spreadsheet is not an Excel workbook (.xlsx). Save it as .xlsx or CSV',
}

/** The texts about an exceeded limit, and what to do about it. */
const limits: Readonly<
  Record<keyof ImportLimits, { exceeds: (maximum: number) => string; next: string }>
> = {
  uploadBytes: {
    exceeds: (maximum) => `The upload is larger than ${counted(maximum, 'byte')}`,
    next: 'Pack it with gzip, or split it',
  },
  unpackedBytes: {
    exceeds: (maximum) => `The file unpacks to more than ${counted(maximum, 'byte')}`,
    next: 'Split it',
  },
  unpackRatio: {
    exceeds: (maximum) => `The file unpacks to more than ${maximum} times its size`,
    next: 'Unpack it yourself and check it',
  },
  lineBytes: {
    exceeds: (maximum) => `A row is longer than ${counted(maximum, 'byte')}`,
    next: 'Check for a missing line end or quote',
  },
  cellCharacters: {
    exceeds: (maximum) => `A cell is longer than ${counted(maximum, 'character')}`,
    next: 'Shorten it',
  },
  jsonBytes: {
    exceeds: (maximum) => `The JSON document is larger than ${counted(maximum, 'byte')}`,
    next: 'Ask the network for pages or a CSV',
  },
  jsonDepth: {
    exceeds: (maximum) => `The JSON document has more than ${counted(maximum, 'level')}`,
    next: 'Check that it is a report',
  },
  jsonMembers: {
    exceeds: (maximum) =>
      `An object of the JSON document has more than ${counted(maximum, 'member')}`,
    next: 'Check that it is a report',
  },
  workbookTextBytes: {
    exceeds: (maximum) =>
      `The texts and styles of the workbook take more than ${counted(maximum, 'byte')}`,
    next: 'Save it as CSV',
  },
  columns: {
    exceeds: (maximum) => `A row has more than ${counted(maximum, 'column')}`,
    next: 'Check that it is a report',
  },
  rows: {
    exceeds: (maximum) => `The import has more than ${counted(maximum, 'row')}`,
    next: 'Import fewer days at once',
  },
  apps: {
    exceeds: (maximum) => `The import has more than ${counted(maximum, 'app')}`,
    next: 'Import fewer apps at once',
  },
  newNames: {
    exceeds: (maximum) => `The import brings more than ${counted(maximum, 'new name')}`,
    next: 'Check the columns of networks, formats and ad tags',
  },
  newAdTags: {
    exceeds: (maximum) => `The import brings more than ${counted(maximum, 'new ad tag')}`,
    next: 'Check the column of ad tags',
  },
  distinctValues: {
    exceeds: (maximum) => `A column has more than ${counted(maximum, 'different value')}`,
    next: 'Check that the columns are in the right order',
  },
  idleDays: {
    exceeds: (maximum) => `The last import is more than ${counted(maximum, 'day')} ago`,
    next: 'Check the clock',
  },
  minutes: {
    exceeds: (maximum) => `The import took longer than ${counted(maximum, 'minute')}`,
    next: 'Import fewer files at once',
  },
}

const unreadable: Partial<Record<string, string>> = {
  ENOENT: 'There is no such file',
  EACCES: 'You have no permission to read the file',
  EISDIR: 'This is a folder, not a file. Name the files in it, for example with FOLDER/*.csv',
  'not a regular file': 'This is a pipe, a socket or a device. Give - to read standard input',
}

const placeholders = { day: 'YYYY-MM-DD', app: 'APP_ID', network: 'NETWORK' } as const

/** `"AdMob report" (--source admob)`. */
const named = ({ title, source }: Candidate, { setting }: Vocabulary): string =>
  `"${title}" (${setting('source', source)})`

const namedAll = (candidates: readonly Candidate[], vocabulary: Vocabulary): string =>
  listed(
    candidates.map((one) => named(one, vocabulary)),
    'or',
  )
