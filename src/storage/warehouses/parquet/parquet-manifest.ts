import { formatInstant, parseInstant } from '../../../values/instant.ts'
import type { CopiedFile, CopyState } from '../../../warehouse/warehouse.ts'

/** A file that the manifest lists. */
export interface ManifestFile extends CopiedFile {
  readonly bytes: number
  readonly sha256: string
  /** The tag that the storage gave it. */
  readonly tag: string
  /** What its rows add up to, by stored column; money in micros. Empty for tables without months. */
  readonly sums: Readonly<Record<string, bigint>>
}

/** A file that is not listed, and stays a while for those who read it, or may be about to list it. */
interface DroppedFile {
  readonly path: string
  readonly sinceMs: number
}

/** The description of an account's copy, in one file that is replaced at once. */
export interface Manifest {
  readonly state: CopyState
  readonly firstEntry: number
  readonly files: readonly ManifestFile[]
  readonly dropped: readonly DroppedFile[]
}

export const manifestName = 'manifest.json'

/** Others may have written the same rows in more bytes. What is larger is not read. */
export const mostBytesOf = ({ bytes }: ManifestFile): number => 4 * bytes + 16 * 1_024 * 1_024

/** The form of all names that Adtally gives to files. */
const pathForm = /^[a-z_]{1,40}\/(\d{4}-\d{2}-)?\d{1,16}-[0-9a-f]{8}\.parquet$/
const draftForm = /^([a-z_]{1,40}\/)?\.adtally-draft-[0-9a-f-]{36}$/

/** Whether a file below an account's folder is Adtally's, so that it may be removed. */
export const isOwnPath = (path: string): boolean => pathForm.test(path) || draftForm.test(path)

export function formatManifest(
  account: string,
  { state, firstEntry, files, dropped }: Manifest,
): string {
  const written = {
    format: 1,
    account,
    installation: state.installation,
    generation: state.generation,
    entry: state.entry,
    as_of: state.asOfMs === null ? null : formatInstant(state.asOfMs),
    currency: state.currency,
    apps_mark: state.appsMark,
    first_entry: firstEntry,
    files: files.map(({ sums, ...file }) => ({
      ...file,
      sums: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, String(sum)])),
    })),
    dropped: dropped.map(({ path, sinceMs }) => ({ path, since: formatInstant(sinceMs) })),
  }
  return `${JSON.stringify(written, null, 1)}\n`
}

/** @returns null for text that is no manifest of this release */
export function parseManifest(text: string): Manifest | null {
  try {
    const { format, files, dropped, ...read } = objectIn(JSON.parse(text))
    if (format !== 1) return null
    const { installation, generation, entry, as_of, currency, apps_mark, first_entry } = read
    return {
      state: {
        installation: textIn(installation),
        generation: wholeIn(generation),
        entry: wholeIn(entry),
        asOfMs: as_of === null ? null : instantIn(as_of),
        currency: textIn(currency),
        keepsHistory: false,
        appsMark: textIn(apps_mark),
      },
      firstEntry: wholeIn(first_entry),
      files: listIn(files).map(fileIn),
      dropped: listIn(dropped).map((one) => {
        const { path, since } = objectIn(one)
        return { path: ownPathIn(path), sinceMs: instantIn(since) }
      }),
    }
  } catch {
    return null
  }
}

function fileIn(value: unknown): ManifestFile {
  const { table, month, path, rows, entry, bytes, sha256, tag, sums } = objectIn(value)
  return {
    table: textIn(table),
    month: month === null ? null : matching(/^\d{4}-\d{2}$/)(month),
    path: pathIn(path),
    rows: wholeIn(rows),
    entry: wholeIn(entry),
    bytes: wholeIn(bytes),
    sha256: matching(/^[0-9a-f]{64}$/)(sha256),
    tag: textIn(tag),
    sums: Object.fromEntries(
      Object.entries(objectIn(sums)).map(([name, sum]) => [
        name,
        BigInt(matching(/^-?\d{1,39}$/)(sum)),
      ]),
    ),
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new TypeError()
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  throw new TypeError()
}

function textIn(value: unknown): string {
  if (typeof value === 'string' && value.length <= 1_000) return value
  throw new TypeError()
}

function wholeIn(value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
  throw new TypeError()
}

function instantIn(value: unknown): number {
  const read = parseInstant(textIn(value))
  if (read !== null) return read
  throw new TypeError()
}

const matching = (form: RegExp) => (value: unknown) => {
  if (form.test(textIn(value))) return value as string
  throw new TypeError()
}

const pathIn = matching(pathForm)

function ownPathIn(value: unknown): string {
  if (isOwnPath(textIn(value))) return value as string
  throw new TypeError()
}
