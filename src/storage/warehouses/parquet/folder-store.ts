import { randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { changedMeanwhile, WarehouseError } from '../../../warehouse/warehouse.ts'
import {
  describeFile,
  type FoundObject,
  type ListedObject,
  type LocalFile,
  maxSmallBytes,
  type ObjectStore,
} from './object-store.ts'

/** Files have this beginning until they are whole. */
const draftPrefix = '.adtally-draft-'

/** Objects in a folder, which are replaced whole. No links are followed. */
export class FolderStore implements ObjectStore {
  readonly #root: string

  private constructor(root: string) {
    this.#root = root
  }

  /** Makes the folder, unless it is there. @param path below the folder of the operator, which may be a link */
  static async open(path: string): Promise<FolderStore> {
    return attempt(async () => {
      await mkdir(path, { recursive: true, mode: 0o750 })
      return new FolderStore(await realpath(path))
    })
  }

  async get(name: string, path: string, maxBytes: number): Promise<FoundObject | null> {
    return attempt(async () => {
      if (!(await this.#folderOf(name))) return null
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW
      const file = await open(join(this.#root, name), flags).catch(ifMissing)
      if (file === null) return null
      try {
        const { size } = await file.stat()
        if (size > maxBytes) return { tag: `${size} bytes`, isCopied: false }
        const read = file.createReadStream({ autoClose: false })
        await pipeline(read, createWriteStream(path))
      } finally {
        await file.close()
      }
      return { tag: (await describeFile(path)).sha256, isCopied: true }
    })
  }

  async put(name: string, file: LocalFile, expected?: string | null): Promise<string> {
    await attempt(async () => {
      const place = join(this.#root, name)
      const folder = dirname(place)
      await mkdir(folder, { recursive: true, mode: 0o750 })
      await this.#folderOf(name)
      const draft = join(folder, `${draftPrefix}${randomUUID()}`)
      try {
        if (expected !== undefined) {
          const found = await this.get(name, draft, maxSmallBytes)
          if ((found?.tag ?? null) !== expected) throw changedMeanwhile()
        }
        await rm(draft, { force: true })
        await pipeline(
          createReadStream(file.path),
          createWriteStream(draft, { mode: 0o640, flags: 'wx' }),
        )
        // It must be on the disk before it is renamed, or a power cut could leave an empty file.
        await flush(draft)
        await rename(draft, place)
        await flush(folder)
      } finally {
        await rm(draft, { force: true })
      }
    })
    return file.sha256
  }

  async list(folder: string): Promise<ListedObject[]> {
    return attempt(async () => {
      const found: ListedObject[] = []
      const walk = async (within: string, depth: number) => {
        const entries = await readdir(join(this.#root, within), { withFileTypes: true }).catch(
          ifMissing,
        )
        for (const entry of entries ?? []) {
          const name = `${within}${entry.name}`
          // Links are neither.
          if (entry.isFile()) found.push({ name, tag: null })
          else if (entry.isDirectory() && depth > 0) await walk(`${name}/`, depth - 1)
        }
      }
      if (await this.#folderOf(folder)) await walk(folder, 1)
      return found
    })
  }

  delete(name: string): Promise<void> {
    return attempt(async () => {
      if (await this.#folderOf(name)) await rm(join(this.#root, name), { force: true })
    })
  }

  async close(): Promise<void> {}

  /** Whether the folder of a name exists. @throws WarehouseError where a link leads elsewhere */
  async #folderOf(name: string): Promise<boolean> {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const wanted = join(this.#root, folder)
    const found = await realpath(wanted).catch(ifMissing)
    if (found !== null && join(found, '/') !== join(wanted, '/')) throw linked(folder)
    return found !== null
  }
}

const linked = (name: string) => new WarehouseError(`${name} is a link, which is not followed`)

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WarehouseError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    // The rest of the message has the path.
    const why = code === 'ELOOP' ? 'a link, which is not followed' : message.split(',')[0]
    throw new WarehouseError(`The folder of Parquet files: ${why}`, { cause: error })
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
