import { defaultImportLimits, type ImportLimits } from '../sources/import-limits.ts'
import { wholeNumbers } from './kinds.ts'
import { named, readSettings, setting } from './setting.ts'
import type { Environment } from './settings.ts'

/** Whole numbers up to here are exact. */
const largest = Number.MAX_SAFE_INTEGER

/** How long a timer may be. */
const largestMinutes = 35_000

const defaults = defaultImportLimits

const limit = (of: keyof ImportLimits, about: string, defaultText = grouped(defaults[of])) =>
  setting(wholeNumbers(1, of === 'minutes' ? largestMinutes : largest), defaults[of], about, {
    defaultText,
  })

const grouped = (count: number) => count.toLocaleString('en-US')

/** `uploadBytes` is `ADTALLY_IMPORT_MAX_UPLOAD_BYTES`. */
export const importSettings = named(
  {
    uploadBytes: limit('uploadBytes', "size of one request's files, in bytes", '1 GiB'),
    unpackedBytes: limit(
      'unpackedBytes',
      'size of one unpacked file, or part of a workbook, in bytes',
      '8 GiB',
    ),
    unpackRatio: limit('unpackRatio', 'unpacked bytes for each packed byte, from 16 MiB on'),
    lineBytes: limit('lineBytes', 'a row of a CSV or a line of NDJSON, in bytes', '1 MiB'),
    cellCharacters: limit('cellCharacters', 'a cell, in characters'),
    jsonBytes: limit('jsonBytes', 'a JSON document, in bytes', '32 MiB'),
    jsonDepth: limit('jsonDepth', 'lists and objects within each other in a JSON document'),
    jsonMembers: limit('jsonMembers', 'members of one object in a JSON document'),
    workbookTextBytes: limit(
      'workbookTextBytes',
      'texts and styles of an Excel workbook, in bytes of memory',
      '64 MiB',
    ),
    columns: limit('columns', 'columns of a table'),
    rows: limit('rows', 'rows of one import'),
    apps: limit('apps', "apps in a network's report, or in a file of apps"),
    newNames: limit('newNames', 'new networks, and new formats, of an account in one import'),
    newAdTags: limit('newAdTags', 'new ad tags of an account in one import'),
    distinctValues: limit('distinctValues', 'different values of one column'),
    idleDays: limit('idleDays', 'days since the last import or undo'),
    minutes: limit('minutes', 'minutes for one import'),
  },
  'import-max-',
)

/** The limits of imports. @throws ConfigError naming the variable that cannot be used */
export const readImportLimits = (env: Environment): ImportLimits =>
  readSettings(importSettings, env)
