import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, open, type ZipFile } from 'yauzl'
import { refuse } from '../refusals.ts'
import type { GivenFile } from './input-file.ts'

/** Reports and workbooks have dozens at most. */
const maxEntries = 10_000

/** Stored as it is, and deflated. */
const readableMethods: readonly number[] = [0, 8]

/** A zip archive, open for reading. */
export class ZipArchive {
  /** Its files, without folders. */
  readonly entries: readonly Entry[]
  readonly #name: string
  readonly #zip: ZipFile

  private constructor(name: string, zip: ZipFile, entries: readonly Entry[]) {
    this.#name = name
    this.#zip = zip
    this.entries = entries
  }

  /** Opens an archive for some work. @throws Refusal `zip_unreadable` */
  static async with<Result>(
    file: GivenFile,
    work: (archive: ZipArchive) => Promise<Result>,
  ): Promise<Result> {
    const zip = await openZip(file)
    try {
      const entries = await entriesOf(file.name, zip)
      return await work(new ZipArchive(file.name, zip, entries))
    } finally {
      zip.close()
    }
  }

  /** The file at a path; undefined when there is none. */
  entry(path: string): Entry | undefined {
    return this.entries.find(({ fileName }) => fileName === path)
  }

  /**
   * Unpacks a file of the archive. It never has more bytes than the archive states.
   *
   * @throws Refusal `zip_unreadable` when it is encrypted, damaged, or packed in an unusual way
   */
  async *read(entry: Entry): AsyncGenerator<Buffer> {
    const file = this.#name
    if (entry.isEncrypted()) throw refuse('zip_unreadable', { file, fault: 'password' })
    if (!readableMethods.includes(entry.compressionMethod)) {
      throw refuse('zip_unreadable', { file, fault: 'method' })
    }
    let checksum = 0
    try {
      for await (const chunk of await this.#stream(entry)) {
        checksum = crc32(chunk, checksum)
        yield chunk
      }
    } catch (error) {
      throw damaged(file, error)
    }
    if (checksum !== entry.crc32) throw damaged(file)
  }

  #stream(entry: Entry): Promise<Readable> {
    return new Promise((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
  }
}

const damaged = (file: string, cause?: unknown) =>
  refuse('zip_unreadable', { file, fault: 'damaged' }, { cause })

function openZip({ name, path }: GivenFile): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(damaged(name, error)) : resolve(zip),
    )
  })
}

function entriesOf(name: string, zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    let count = 0
    zip.on('error', (error) => reject(damaged(name, error)))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      if (++count > maxEntries) {
        return reject(refuse('zip_unreadable', { file: name, fault: 'entries' }))
      }
      if (!entry.fileName.endsWith('/')) entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}
