import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { folderNameOf } from '../../values/folder-name.ts'

const bytesAndHash = {
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
}

const month = Type.Object({
  rows: Type.Integer({ minimum: 1 }),
  ...bytesAndHash,
  /** The last ledger entry that the file takes in; 0 when the file is out of date. */
  entry: Type.Integer({ minimum: 0 }),
})

/** A month that had figures once, and has no file. */
const emptyMonth = Type.Object({
  rows: Type.Literal(0),
  entry: Type.Integer({ minimum: 0 }),
})

const months = Type.Record(
  Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
  Type.Union([month, emptyMonth]),
)

const accountManifest = Type.Object({
  /** The account's folder in that of the export. */
  folder: Type.String({ pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]*$' }),
  currency: Type.String(),
  /** `apps.parquet`, and the hash of the apps that it was written from; null before the first. */
  apps_file: Type.Union([
    Type.Null(),
    Type.Object({ ...bytesAndHash, apps_sha256: bytesAndHash.sha256 }),
  ]),
  /** Names and platforms of apps, as the files of all months have them. */
  apps: Type.Record(Type.String(), Type.Tuple([Type.String(), Type.String()])),
  /** Those of ad figures. */
  months,
  /** Those of other kinds of fact, whose files begin with the kind. */
  other_months: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z_]+$' }), months)),
})

const manifest = Type.Object({
  format: Type.Literal(2),
  installation: Type.String(),
  generation: Type.Integer({ minimum: 0 }),
  /** The last ledger entry of the last export that ran to its end. */
  entry: Type.Integer({ minimum: 0 }),
  /** When it was committed; null before the first. */
  as_of: Type.Union([Type.Null(), Type.String()]),
  accounts: Type.Record(Type.String(), accountManifest),
})

/** The description of an export's files: `manifest.json`. */
export type Manifest = Static<typeof manifest>
export type AccountManifest = Static<typeof accountManifest>

export type MonthsManifest = Static<typeof months>

/** The months of a kind of fact, to be changed. */
export function monthsNoted(noted: AccountManifest, { name }: FactKind): MonthsManifest {
  if (name === figures.name) return noted.months
  noted.other_months ??= {}
  noted.other_months[name] ??= {}
  return noted.other_months[name]
}

/** The file of a month. Readers find those of ad figures by the pattern `*-*.parquet`. */
export const fileOf = ({ folder }: AccountManifest, { name }: FactKind, month: string): string =>
  name === figures.name
    ? `${folder}/${month}.parquet`
    : `${folder}/${name}_${month.replace('-', '_')}.parquet`

export const manifestName = 'manifest.json'

/** @returns null for text that is no manifest of this release */
export function parseManifest(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(manifest, value) ? value : null
  } catch {
    return null
  }
}

/** The folder of an account. */
export const folderOf = (username: string): string => folderNameOf(username, manifestName)
