import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** A local file that is to be stored. */
export interface LocalFile {
  readonly path: string
  readonly bytes: number
  /** 64 hexadecimal digits. */
  readonly sha256: string
}

export interface FoundObject {
  readonly tag: string
  /** Whether it was copied: it is not too large. */
  readonly isCopied: boolean
}

export interface ListedObject {
  readonly name: string
  /** Changes with the contents; null where the store has none, so that they have to be read. */
  readonly tag: string | null
}

/**
 * PORT: files under names such as `studio/figures/2026-03-7-0f3a9c21.parquet`, in a folder or an object storage. Every
 * method throws WarehouseError.
 */
export interface ObjectStore {
  /** Copies an object into a local file, unless it is too large. @returns null where there is none */
  get(name: string, path: string, maxBytes: number): Promise<FoundObject | null>
  /**
   * Stores a file, whole or not at all.
   *
   * @param expected the tag of what is replaced, null for nothing; absent where nobody else writes the name
   * @returns its tag
   * @throws WarehouseError also when there is something else than expected
   */
  put(name: string, file: LocalFile, expected?: string | null): Promise<string>
  /** All objects whose names begin with a folder, such as `studio/`. */
  list(folder: string): Promise<ListedObject[]>
  /** Removes an object, if it is there. */
  delete(name: string): Promise<void>
  close(): Promise<void>
}

/** The most bytes of an object that is replaced where it has a tag. */
export const maxSmallBytes = 32 * 1_024 * 1_024

/** Reads a local file. */
export async function describeFile(path: string): Promise<LocalFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path)) {
    hash.update(piece as Buffer)
    bytes += (piece as Buffer).length
  }
  return { path, bytes, sha256: hash.digest('hex') }
}
