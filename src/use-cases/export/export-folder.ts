import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseInUseError } from '../../values/database-in-use-error.ts'
import { refuse } from '../refusals.ts'
import type { Services } from '../services.ts'
import { type Manifest, manifestName, parseManifest } from './manifest.ts'

/** A file of an export. */
export interface WrittenFile {
  readonly bytes: number
  readonly sha256: string
}

/** Files have this beginning until they are whole. */
const draftPrefix = '.adtally-draft-'

/** SQLite puts a journal beside it. */
const lockName = '.adtally-lock'

/** The folder of an export. Every file appears in it whole. */
export class ExportFolder {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /** Makes the folder, for its owner alone. One that is there keeps its mode. */
  static async open(path: string): Promise<ExportFolder> {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 })
      const draft = join(path, `${draftPrefix}${randomUUID()}`)
      await (await open(draft, 'wx', 0o600)).close()
      await rm(draft)
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      throw refuse('export_not_writable', { folder: path, reason: code }, { cause: error })
    }
    return new ExportFolder(path)
  }

  /**
   * Keeps other exports out.
   *
   * @returns lets them in again
   * @throws Refusal `export_under_way`
   */
  lock(lockFolder: Services['lockFolder']): () => void {
    try {
      return lockFolder(join(this.path, lockName))
    } catch (error) {
      if (!(error instanceof DatabaseInUseError)) throw error
      throw refuse('export_under_way', { folder: this.path }, { cause: error })
    }
  }

  /**
   * Reads the manifest of the last export.
   *
   * @returns null when the folder is empty
   * @throws Refusal `export_of_another` when it is not of this history, unless `force`
   */
  async readManifest(
    installation: string,
    generation: number,
    force: boolean,
  ): Promise<Manifest | null> {
    const refuseUnlessForced = (why: Parameters<typeof refusal>[1]) => {
      if (!force) throw refusal(this.path, why)
    }
    const text = await readFile(join(this.path, manifestName), 'utf8').catch(ifMissing)
    if (text === null) {
      const isOurs = (name: string) => name.startsWith(lockName) || name.startsWith(draftPrefix)
      if (!(await readdir(this.path)).every(isOurs)) refuseUnlessForced('not an export')
      return null
    }
    const manifest = parseManifest(text)
    if (!manifest) refuseUnlessForced('unreadable')
    else if (manifest.installation !== installation) refuseUnlessForced('installation')
    else if (manifest.generation !== generation) refuseUnlessForced('generation')
    return manifest
  }

  writeManifest(manifest: Manifest): Promise<void> {
    return this.#place(manifestName, async (draft) => {
      const file = await open(draft, 'wx', 0o600)
      await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
      await file.close()
    })
  }

  /** Removes what an export that was killed left in a folder. */
  async removeDrafts(folder: string): Promise<void> {
    for (const name of await readdir(join(this.path, folder)).catch(() => [])) {
      if (name.startsWith(draftPrefix)) await rm(join(this.path, folder, name), { force: true })
    }
  }

  /** Puts a file that `write` makes in the place of an older one. @param name `folder/file` */
  async put(name: string, write: (draft: string) => Promise<void>): Promise<WrittenFile> {
    await mkdir(dirname(join(this.path, name)), { recursive: true, mode: 0o700 })
    let written: WrittenFile | null = null
    await this.#place(name, async (draft) => {
      await write(draft)
      await chmod(draft, 0o600)
      written = await describeFile(draft)
    })
    return written!
  }

  /** Whether a file is there and has its size. */
  async has(name: string, { bytes }: WrittenFile): Promise<boolean> {
    const found = await stat(join(this.path, name)).catch(() => null)
    return found?.isFile() === true && found.size === bytes
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { force: true })
  }

  /** Removes a folder, if nothing of another is in it. */
  async removeFolder(folder: string): Promise<void> {
    await rmdir(join(this.path, folder)).catch(() => undefined)
  }

  async #place(name: string, write: (draft: string) => Promise<void>): Promise<void> {
    const place = join(this.path, name)
    const draft = join(dirname(place), `${draftPrefix}${randomUUID()}`)
    try {
      await write(draft)
      await flush(draft)
      await rename(draft, place)
      await flush(dirname(place))
    } finally {
      await rm(draft, { force: true })
    }
  }
}

const refusal = (
  folder: string,
  why: 'installation' | 'generation' | 'unreadable' | 'not an export',
) => refuse('export_of_another', { folder, why })

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** A draft must be on the disk before it is renamed, or a power cut could leave an empty file. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

async function describeFile(path: string): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path)) {
    hash.update(piece as Buffer)
    bytes += (piece as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}
