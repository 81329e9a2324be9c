import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { MemoryBudget, MemoryUse, Shelf } from '../../limits/memory-budget.ts'
import { isWhole, type OpenedBody } from './open-body.ts'
import { returnScratch } from './scratch-blocks.ts'
import { SharedWork } from './shared-work.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The bodies of short answers that were made. */
    keptBodies: KeptBodies
  }
}

/** A finished body, compressed if its key says so. */
export interface KeptBody {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** Longer bodies are kept when they are asked for again: new memory for them takes longer than making them. */
const longBytes = 16_384
const asked = {}

/** Keeps the bodies of short answers, and makes each only once for all who ask for it at the same time. */
export class KeptBodies {
  readonly #memory: MemoryBudget
  readonly #shelf: Shelf<KeptBody>
  /** The entity tags of long bodies that were made and not kept. */
  readonly #asked: Shelf<typeof asked>
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
   * Makes a body, unless it is being made. A short one goes to all who wait for it and is kept if it is of
   * its version. A long one goes to the first client; the others make their own.
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
    if (body === null || work !== before) return body
    if (isWhole(body) && (this.get(key, use) || use?.reserve(body.bytes.length) !== false)) {
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
        const body = await make(signal)
        if (isWhole(body)) return this.#keep(key, etag, body, work.clients > 1)
        if (gone.aborted && body.bytes instanceof Readable) body.bytes.destroy()
        return body
      } finally {
        if (this.#underWay.get(key) === work) this.#underWay.delete(key)
      }
    })
    this.#underWay.set(key, work)
    return work
  }

  /**
   * Keeps a body, unless it is long and asked for by one client, for the first time.
   *
   * @returns the body, in memory of its own if it is kept or several clients get it
   */
  #keep(
    key: string,
    etag: string,
    body: OpenedBody<Uint8Array>,
    isShared: boolean,
  ): OpenedBody<Uint8Array> {
    const { matchesVersion, headers } = body
    if (body.bytes.length > longBytes && !isShared && !this.#asked.get(etag)) {
      this.#asked.set(etag, asked, 1)
      return body
    }
    const bytes = withoutRest(body.bytes)
    const headerBytes = 2 * Object.entries(headers).flat().join('').length
    if (matchesVersion) this.#shelf.set(key, { bytes, headers, etag }, bytes.length + headerBytes)
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
