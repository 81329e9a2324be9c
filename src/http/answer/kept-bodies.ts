import { Readable } from 'node:stream'
import type { MemoryBudget, Shelf } from '../../limits/memory-budget.ts'
import { isWhole, type OpenedBody } from './open-body.ts'
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

/** Keeps the bodies of short answers, and makes each only once for all who ask for it at the same time. */
export class KeptBodies {
  readonly #shelf: Shelf<KeptBody>
  readonly #underWay = new Map<string, SharedWork<OpenedBody>>()
  /** False where nothing may be kept. Then nothing is shared either. */
  readonly isOn: boolean

  constructor(memory: MemoryBudget) {
    this.#shelf = memory.shelf('body')
    this.isOn = memory.maxBytes > 0
  }

  get(key: string): KeptBody | undefined {
    return this.#shelf.get(key)
  }

  /**
   * Makes a body, unless it is being made. A short one goes to all who wait for it and is kept if it is of
   * its version. A long one goes to the first client; the others make their own.
   *
   * @param gone aborts when the client disconnects
   * @param make gets a signal that aborts when all who wait have disconnected
   * @returns null when the client disconnected
   */
  async open(
    key: string,
    etag: string,
    gone: AbortSignal,
    make: (signal: AbortSignal) => Promise<OpenedBody>,
  ): Promise<OpenedBody | null> {
    const before = this.#underWay.get(key)
    const work = before && !before.isGivenUp ? before : this.#begin(key, etag, gone, make)
    const { result, leave } = work.join(gone)
    const body = await result
    if (body === null || isWhole(body) || work !== before) return body
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
        if (isWhole(body)) this.#keep(key, etag, body)
        else if (gone.aborted && body.bytes instanceof Readable) body.bytes.destroy()
        return body
      } finally {
        if (this.#underWay.get(key) === work) this.#underWay.delete(key)
      }
    })
    this.#underWay.set(key, work)
    return work
  }

  #keep(key: string, etag: string, { matchesVersion, headers, bytes }: OpenedBody<Uint8Array>) {
    if (!matchesVersion) return
    const headerBytes = 2 * Object.entries(headers).flat().join('').length
    this.#shelf.set(key, { bytes: withoutRest(bytes), headers, etag }, bytes.length + headerBytes)
  }
}

/** Short bodies are often parts of larger memory, which would be kept with them. */
function withoutRest(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
