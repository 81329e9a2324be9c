/** The most that an import may bring. Each limit ends in its unit, and `ADTALLY_IMPORT_MAX_…` sets it. */
export interface ImportLimits {
  /** Of the files that one request sends. */
  readonly uploadBytes: number
  /** Of one unpacked file. */
  readonly unpackedBytes: number
  /** Unpacked bytes for each packed one, once a file has unpacked to 16 MiB. */
  readonly unpackRatio: number
  /** Of one row of a CSV or line of NDJSON. */
  readonly lineBytes: number
  readonly cellCharacters: number
  /** Of one file that is a JSON document. */
  readonly jsonBytes: number
  /** Lists and objects within each other. */
  readonly jsonDepth: number
  /** Of one object in a JSON document. */
  readonly jsonMembers: number
  /** Of a workbook's texts, and of its styles, in memory. */
  readonly workbookTextBytes: number
  readonly columns: number
  readonly rows: number
  /** Apps that a network's report names, or that a file of apps has. */
  readonly apps: number
  /** Networks that an account had no figures of before, and formats. */
  readonly newNames: number
  /** Ad tags that an account had no figures of before. */
  readonly newAdTags: number
  /** Different values of a column that names something, such as the network. */
  readonly distinctValues: number
  /** From the last ledger entry to now: after that, the clock is more likely to be wrong. */
  readonly idleDays: number
  /** From its first byte to its commit. */
  readonly minutes: number
}

export const defaultImportLimits: ImportLimits = {
  uploadBytes: 1024 ** 3,
  unpackedBytes: 8 * 1024 ** 3,
  unpackRatio: 200,
  lineBytes: 1024 ** 2,
  cellCharacters: 65_536,
  jsonBytes: 32 * 1024 ** 2,
  jsonDepth: 64,
  jsonMembers: 2_000,
  workbookTextBytes: 64 * 1024 ** 2,
  columns: 1_000,
  rows: 200_000_000,
  apps: 20_000,
  newNames: 1_000,
  newAdTags: 100_000,
  distinctValues: 2_000_000,
  idleDays: 400,
  minutes: 240,
}
