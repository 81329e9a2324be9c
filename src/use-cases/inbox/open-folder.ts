import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'

const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** Linux names entries of an open folder so. Elsewhere they are named by their path. */
const throughHandle = process.platform === 'linux'

/**
 * A folder that is held open. Exchanging it for a link afterwards changes nothing: its entries
 * are those of the folder that was opened.
 */
export class OpenFolder {
  readonly #handle: FileHandle
  readonly #path: string

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle
    this.#path = throughHandle ? `/proc/self/fd/${handle.fd}` : path
  }

  /** @throws Error when it is a link, or no folder */
  static async at(path: string): Promise<OpenFolder> {
    return new OpenFolder(await open(path, flags), path)
  }

  /** The path of the folder itself. */
  get path(): string {
    return this.#path
  }

  /** The path of an entry. */
  entry(name: string): string {
    return `${this.#path}/${name}`
  }

  /** Opens a folder in this one. @throws Error when it is a link, or no folder */
  open(name: string): Promise<OpenFolder> {
    return OpenFolder.at(this.entry(name))
  }

  /** Opens a folder in this one, and makes it first; `2-NAME` where something else has its name. */
  async make(name: string): Promise<OpenFolder> {
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${number}-${name}`
      try {
        await mkdir(this.entry(free)).catch(ignoring('EEXIST'))
        return await this.open(free)
      } catch (error) {
        ignoring('ENOTDIR', 'ELOOP')(error)
      }
    }
  }

  /** Makes folders within each other, and opens the last one. */
  async makeAll(names: readonly string[]): Promise<OpenFolder> {
    let folder = await this.open('.')
    for (const name of names) {
      const outer = folder
      folder = await outer.make(name).finally(() => outer.close())
    }
    return folder
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

/** Opens the inbox itself. Its path is the operator's, and may be a link. */
export const openInbox = (path: string): Promise<OpenFolder> => OpenFolder.at(`${path}/.`)

const ignoring =
  (...codes: readonly string[]) =>
  (error: unknown): void => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }

/** Runs work with an open folder, and closes it. */
export async function withFolder<Result>(
  opening: Promise<OpenFolder>,
  work: (folder: OpenFolder) => Promise<Result>,
): Promise<Result> {
  const folder = await opening
  return work(folder).finally(() => folder.close())
}

/** The message of an error, without the numbers of open folders. */
export const reasonOf = (error: unknown): string =>
  (error as Error).message.replace(/\/proc\/self\/fd\/\d+\/?/g, '')
