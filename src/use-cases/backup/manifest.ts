import { type Static, Type } from 'typebox'
import Value from 'typebox/value'

/** The files of a backup. The manifest is the last one that is written. */
export const backupFiles = {
  figures: 'figures.duckdb',
  records: 'adtally.sqlite',
  secret: 'secret.key.encrypted',
  manifest: 'manifest.json',
} as const

const file = Type.Object({
  name: Type.Enum([backupFiles.figures, backupFiles.records, backupFiles.secret]),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

const manifest = Type.Object({
  format: Type.Literal(1),
  /** The release that made the backup. */
  adtally: Type.String(),
  made_at: Type.String(),
  /** The identity of the figures. */
  installation: Type.String(),
  generation: Type.Integer({ minimum: 0 }),
  /** The last ledger entry; 0 when there is none. */
  entry: Type.Integer({ minimum: 0 }),
  /** When it was committed; null when there is none. */
  as_of: Type.Union([Type.Null(), Type.String()]),
  /** The last migration of each store. */
  versions: Type.Object({ figures: Type.String(), records: Type.String() }),
  /** Tells whether a secret is the backup's, without giving it away. */
  secret_check: Type.String(),
  files: Type.Array(file, { minItems: 2, maxItems: 3 }),
})

/** The contents of a backup: its files, and the state that they are of. */
export type BackupManifest = Static<typeof manifest>
export type BackupFile = Static<typeof file>

/** The facts of a backup that are known before its files are copied. */
export interface BackupHead
  extends Pick<BackupManifest, 'installation' | 'secret_check' | 'entry' | 'as_of'> {
  /** Of all files together. */
  readonly bytes: number
}

/** @returns null for text that is no manifest of this release */
export function parseBackupManifest(text: string): BackupManifest | null {
  const value = parse(text)
  return Value.Check(manifest, value) ? value : null
}

/** The format that a newer release may have written; null for text that is no manifest. */
export function readManifestFormat(text: string): { format: number; adtally: string } | null {
  const value = parse(text)
  const schema = Type.Object({ format: Type.Integer(), adtally: Type.String() })
  return Value.Check(schema, value) ? value : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
