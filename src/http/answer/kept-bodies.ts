import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { MemoryBudget, MemoryUse, Shelf } from '../../limits/memory-budget.ts'
import { collect, isWhole, lengthOf, type OpenedBody, type WholeBytes } from './open-body.ts'
import { returnScratch } from './scratch-blocks.ts'
import { SharedWork } from './shared-work.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The bodies of answers that were made. */
    keptBodies: KeptBodies
  }
}

/** A finished body, compressed if its key says so. */
export interface KeptBody {
  readonly bytes: WholeBytes
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** Longer bodies are kept when they are asked for again: new memory for them takes longer than making them. */
const longBytes = 16_384
/** One body may take this part of the budget. Its second client gets nothing until it is made whole. */
const longestShare = 1 / 32

/** A body that was made and not kept. */
interface Asked {
  /** It would take more memory than there is for it. */
  readonly isTooLong: boolean
}

/** Keeps the bodies of answers, and makes each only once for all who ask for it at the same time. */
export class KeptBodies {
  readonly #memory: MemoryBudget
  readonly #shelf: Shelf<KeptBody>
  /** By entity tag. */
  readonly #asked: Shelf<Asked>
  readonly #underWay = new Map<string, SharedWork<OpenedBody>>()
  /** False where nothing may be kept. Then nothing is shared either. */
  readonly isOn: boolean
  #given = 0

  constructor(memory: MemoryBudget) {
    this.#memory = memory
    this.#shelf = memory.shelf('body')
    this.#asked = memory.shelf('asked')
    this.isOn = memory.maxBytes > 0
  }

  /** How many bodies were given that had been made before. */
  get given(): number {
    return this.#given
  }

  /** @param use counts the body until it ends */
  get(key: string, use?: MemoryUse): KeptBody | undefined {
    const body = this.#shelf.get(key, use)
    if (body) this.#given++
    return body
  }

  /** Begins to use memory for an answer, until its last byte is sent or its client has gone. */
  useFor(answer: ServerResponse): MemoryUse {
    const use = this.#memory.use()
    answer.once('close', () => use[Symbol.dispose]())
    return use
  }

  /**
   * Makes a body, unless it is being made. A whole one goes to all who wait for it and is kept if it is of
   * its version. A stream goes to the first client; the others make their own. What was streamed is made
   * whole when it is asked for again, if there is room.
   *
   * @param gone aborts when the client disconnects
   * @param make gets a signal that aborts when all who wait have disconnected
   * @param use counts the body if others began it, since this client may be the slowest
   * @returns null when the client disconnected
   */
  async open(
    key: string,
    etag: string,
    gone: AbortSignal,
    make: (signal: AbortSignal) => Promise<OpenedBody>,
    use?: MemoryUse,
  ): Promise<OpenedBody | null> {
    const before = this.#underWay.get(key)
    const work = before && !before.isGivenUp ? before : this.#begin(key, etag, gone, make)
    const { result, leave } = work.join(gone)
    const body = await result
    if (body === null) return null
    if (work !== before) {
      // A long one is read for a while, even if it is dropped meanwhile.
      if (isWhole(body) && !(body.bytes instanceof Uint8Array)) this.#shelf.get(key, use)
      return body
    }
    if (isWhole(body) && (this.get(key, use) || use?.reserve(lengthOf(body.bytes)) !== false)) {
      return body
    }
    leave()
    return make(gone)
  }

  #begin(
    key: string,
    etag: string,
    gone: AbortSignal,
    make: (signal: AbortSignal) => Promise<OpenedBody>,
  ): SharedWork<OpenedBody> {
    const work: SharedWork<OpenedBody> = new SharedWork(async (signal) => {
      try {
        const made = await make(signal)
        const body = { ...made, bytes: await this.#readLong(etag, made, signal) }
        // A body that was made while everyone went may be cut off.
        if (isWhole(body) && !signal.aborted) return this.#keep(key, etag, body, work.clients > 1)
        if (gone.aborted && body.bytes instanceof Readable) body.bytes.destroy()
        return body
      } finally {
        if (this.#underWay.get(key) === work) this.#underWay.delete(key)
      }
    })
    this.#underWay.set(key, work)
    return work
  }

  /** Reads a stream that was asked for before into memory, as long as there is room. */
  async #readLong(
    etag: string,
    { bytes, matchesVersion }: OpenedBody,
    signal: AbortSignal,
  ): Promise<OpenedBody['bytes']> {
    if (!(bytes instanceof Readable) || !matchesVersion) return bytes
    const before = this.#asked.get(etag)
    if (!before) this.#asked.set(etag, { isTooLong: false }, 1)
    if (!before || before.isTooLong) return bytes
    using opened = new DisposableStack()
    const use = opened.use(this.#memory.use())
    const longestBytes = this.#memory.maxBytes * longestShare
    let reserved = 0
    const read = await collect(bytes[Symbol.asyncIterator](), (length) => {
      if (length > longestBytes) this.#asked.set(etag, { isTooLong: true }, 1)
      if (signal.aborted || length > longestBytes || !use.reserve(length - reserved)) return false
      reserved = length
      return true
    })
    if (read instanceof Readable) {
      const rest = opened.move()
      rest.defer(() => bytes.destroy())
      read.once('close', () => rest.dispose())
    }
    return read
  }

  /**
   * Keeps a body, unless it is long and asked for by one client, for the first time.
   *
   * @returns the body, in memory of its own if it is kept or several clients get it
   */
  #keep(
    key: string,
    etag: string,
    body: OpenedBody<WholeBytes>,
    isShared: boolean,
  ): OpenedBody<WholeBytes> {
    const { matchesVersion, headers } = body
    const length = lengthOf(body.bytes)
    if (length > longBytes && !isShared && !this.#asked.get(etag)) {
      this.#asked.set(etag, { isTooLong: false }, 1)
      return body
    }
    const bytes = body.bytes instanceof Uint8Array ? withoutRest(body.bytes) : body.bytes
    const headerBytes = 2 * Object.entries(headers).flat().join('').length
    if (matchesVersion) this.#shelf.set(key, { bytes, headers, etag }, length + headerBytes)
    return { ...body, bytes }
  }
}

/** Bodies are often parts of larger memory, which would be kept with them. */
function withoutRest(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  returnScratch(bytes)
  return copy
}
