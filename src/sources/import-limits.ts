interface ImportLimit {
  readonly default: number
  /** The default in words; absent when it is the number. */
  readonly defaultText?: string
  readonly about: string
}

const declared = {
  uploadBytes: {
    default: 1024 ** 3,
    defaultText: '1 GiB',
    about: "size of one request's files, in bytes",
  },
  unpackedBytes: {
    default: 8 * 1024 ** 3,
    defaultText: '8 GiB',
    about: 'size of one unpacked file, or part of a workbook, in bytes',
  },
  unpackRatio: { default: 200, about: 'unpacked bytes for each packed byte, from 16 MiB on' },
  lineBytes: {
    default: 1024 ** 2,
    defaultText: '1 MiB',
    about: 'a row of a CSV or a line of NDJSON, in bytes',
  },
  cellCharacters: { default: 65_536, about: 'a cell, in characters' },
  jsonBytes: {
    default: 32 * 1024 ** 2,
    defaultText: '32 MiB',
    about: 'a JSON document, in bytes',
  },
  jsonDepth: { default: 64, about: 'lists and objects within each other in a JSON document' },
  jsonMembers: { default: 2_000, about: 'members of one object in a JSON document' },
  workbookTextBytes: {
    default: 64 * 1024 ** 2,
    defaultText: '64 MiB',
    about: 'texts and styles of an Excel workbook, in bytes of memory',
  },
  columns: { default: 1_000, about: 'columns of a table' },
  rows: { default: 200_000_000, about: 'rows of one import' },
  apps: { default: 20_000, about: "apps in a network's report, or in a file of apps" },
  newNames: {
    default: 1_000,
    about: 'new networks, formats and other short names, each of an account in one import',
  },
  newAdTags: {
    default: 100_000,
    about: 'new ad tags, rungs and other names in own words, each of an account in one import',
  },
  distinctValues: { default: 2_000_000, about: 'different values of one column' },
  // After that, the clock is more likely to be wrong.
  idleDays: { default: 400, about: 'days since the last import or undo' },
  minutes: { default: 240, about: 'minutes for one import' },
} satisfies Readonly<Record<string, ImportLimit>>

/** The most that an import may bring. Each limit ends in its unit, and `ADTALLY_IMPORT_MAX_…` sets it. */
export type ImportLimits = { readonly [Name in keyof typeof declared]: number }

export const importLimits: Readonly<Record<keyof ImportLimits, ImportLimit>> = declared

const defaults = Object.entries(importLimits).map(([name, limit]) => [name, limit.default])

export const defaultImportLimits: ImportLimits = Object.fromEntries(defaults)
