import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportRequest } from '../../ledger/import-requests.ts'
import { FairQueue } from '../../limits/fair-queue.ts'
import { refuse as refuseFile } from '../../sources/refusals.ts'
import { dayMs } from '../../values/day.ts'
import { refuse } from '../refusals.ts'
import { hashIdempotencyKey } from './fingerprint.ts'
import { ImportSlots } from './import-slots.ts'
import type { Importer } from './importer.ts'
import { Upload } from './upload.ts'
import type { ImportRequestServices, RequestHost, Work } from './work.ts'

/** How long requests are remembered. */
export const keptDays = 7
const kept = { requests: 5_000, characters: 32 * 1024 ** 2 }
const keepAliveMs = 5_000
/** Another process that was silent for so long has ended. */
const silentMs = 60_000

/** The bytes that a form may have besides its files. */
const formBytes = 16 * 1024 ** 2

/** Imports that are staged at the same time: each takes memory of the engine. */
const turns = { atOnce: 2, atOncePerKey: 1, waiting: 64, waitingPerKey: 16 }

/**
 * Imports that clients request over HTTP. A request has an id, a state and, in the end, an answer. Its
 * ledger entry has its id, so a process that is killed at any moment leaves no doubt whether it was
 * imported.
 */
export class ImportRequests implements RequestHost {
  readonly services: ImportRequestServices
  /** Imports and undos of an account, one after another. */
  readonly turns = new FairQueue<number>(turns, 'Too many imports wait; send it again in a moment.')
  /** The requests that this process works on, by id. */
  readonly #works = new Map<string, Work>()
  readonly #slots = new ImportSlots()
  /** This process. */
  readonly #owner = randomUUID()
  #timer: NodeJS.Timeout | null = null

  constructor(services: ImportRequestServices) {
    this.services = services
  }

  /**
   * Begins to receive a request.
   *
   * @param key the client's idempotency key; null for none
   * @param bytes the length of the request when it is known
   * @throws OverloadedError when too much is under way; Refusal `import_under_way` when the request
   *   with the same key has not ended, `limit_exceeded`, `disk_full`
   */
  async open(
    importer: Importer,
    given: { readonly key: string | null; readonly bytes: number },
  ): Promise<Upload> {
    const { workDirectory, refuseFullDisk } = this.services
    const slot = this.#slots.reserve(importer.account.id)
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    const work: Work = { progress: null, ended: promise }
    const end = () => {
      slot.leave()
      resolve()
    }
    // Before the request is stored: until then, others would take it for abandoned.
    this.#track(id, work)
    try {
      this.#refuseLong(given.bytes)
      await refuseFullDisk(given.bytes)
      const earlier = await this.#claim(importer, id, given.key)
      await mkdir(workDirectory, { recursive: true })
      const directory = await mkdtemp(join(workDirectory, 'request-'))
      return new Upload(this, { id, earlier, importer, directory, work, place: slot, end })
    } catch (error) {
      end()
      throw error
    }
  }

  /** The request with this id, if the importer may know of it. Also settles what a dead process left. */
  async byId(id: string, importer: Pick<Importer, 'account' | 'apps'>) {
    return this.#visible(await this.services.store.byId(id), importer)
  }

  /** The request that a ledger entry answers, if it is remembered and the importer may know of it. */
  async byEntry(entry: number, importer: Pick<Importer, 'account' | 'apps'>) {
    return this.#visible(await this.services.store.byEntry(importer.account.id, entry), importer)
  }

  /** The account's requests that did not become an import: newest first, at most `limit`. */
  async withoutImport({ account, apps }: Pick<Importer, 'account' | 'apps'>, limit: number) {
    const states = ['receiving', 'running', 'refused', 'failed'] as const
    const found = await this.services.store.ofAccount(account.id, limit, states)
    const known = found.filter((request) => isWithin(request, apps))
    const settled = await Promise.all(known.map((request) => this.#settled(request)))
    return settled.filter(
      (request) => request !== null && request.state !== 'done',
    ) as ImportRequest[]
  }

  /** How far a request is; null when it does not run, or did not say yet. */
  progressOf({ id, progress }: ImportRequest): object | null {
    return this.#works.get(id)?.progress ?? progress
  }

  /** Settles what dead processes left, and removes old requests. */
  async tidy(): Promise<void> {
    const { store, now, warn } = this.services
    try {
      for (const request of await store.open()) await this.#settled(request)
      await store.removeBefore(now().getTime() - keptDays * dayMs)
    } catch (error) {
      warn(`Import requests could not be tidied: ${(error as Error).message}`)
    }
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#works.size > 0) {
      await Promise.allSettled([...this.#works.values()].map(({ ended }) => ended))
    }
  }

  /** Notes that this process works on a request, until the work has ended. */
  #track(id: string, work: Work): void {
    this.#works.set(id, work)
    const done = () => {
      this.#works.delete(id)
      if (this.#works.size > 0 || this.#timer === null) return
      clearInterval(this.#timer)
      this.#timer = null
    }
    work.ended.then(done, done)
    this.#timer ??= setInterval(() => this.#keepAlive(), keepAliveMs).unref()
  }

  /** Removes what is beyond the bounds of an account. */
  async trim(accountId: number): Promise<void> {
    const { store, warn } = this.services
    await store
      .trim(accountId, kept)
      .catch(({ message }) => warn(`Import requests could not be trimmed: ${message}`))
  }

  /** Finds out from the ledger how a request ended that nobody works on any more. */
  async settle(request: ImportRequest): Promise<void> {
    const { store, ledger, now } = this.services
    if (request.state === 'receiving') return store.remove(request.id)
    const entry = await ledger.ofRequest(request.id)
    const state = entry === null ? 'failed' : 'done'
    const answer = entry === null ? null : undefined
    await store.end(request.id, state, { atMs: now().getTime(), entry, answer })
  }

  /** The files of a form are a little shorter than the form. */
  #refuseLong(bytes: number): void {
    const { maxUploadBytes: maximum } = this.services
    if (bytes <= maximum + formBytes) return
    const facts = { file: 'upload', line: null, limit: 'uploadBytes', maximum } as const
    throw refuseFile('limit_exceeded', facts)
  }

  async #keepAlive(): Promise<void> {
    const { store, now, warn } = this.services
    for (const [id, { progress }] of this.#works) {
      await store
        .keepAlive(id, now().getTime(), progress)
        .catch(({ message }) => warn(`The progress of an import could not be noted: ${message}`))
    }
  }

  /** Adds a request. @returns the one that ended with the same key, if it was not added */
  async #claim(
    { account, apps }: Importer,
    id: string,
    key: string | null,
  ): Promise<ImportRequest | null> {
    const { store, now } = this.services
    const keyHash = key === null ? null : hashIdempotencyKey(key)
    const request = { id, accountId: account.id, apps, keyHash, owner: this.#owner }
    for (;;) {
      if (await store.add({ ...request, createdAtMs: now().getTime() })) return null
      const found = await store.byKey(account.id, keyHash!)
      const earlier = found && (await this.#settled(found))
      if (earlier === null) continue
      if (earlier.state === 'receiving' || earlier.state === 'running') {
        throw refuse('import_under_way', { id: earlier.id })
      }
      if (earlier.state !== 'failed') return earlier
      // Nothing was imported, so the client may try again.
      await store.freeKey(earlier.id)
    }
  }

  async #visible(
    request: ImportRequest | null,
    { account, apps }: Pick<Importer, 'account' | 'apps'>,
  ): Promise<ImportRequest | null> {
    if (request?.accountId !== account.id || !isWithin(request, apps)) return null
    return this.#settled(request)
  }

  /** Settles a request whose process has stopped, and returns its current state. */
  async #settled(request: ImportRequest): Promise<ImportRequest | null> {
    if (!this.#isAbandoned(request)) return request
    await this.settle(request)
    return this.services.store.byId(request.id)
  }

  #isAbandoned({ id, state, owner, aliveAtMs }: ImportRequest): boolean {
    if (state !== 'receiving' && state !== 'running') return false
    if (owner === this.#owner) return !this.#works.has(id)
    // Without shared stores, this process is the only one.
    return !this.services.isShared || this.services.now().getTime() - aliveAtMs > silentMs
  }
}

/** Whether a request changed only apps that somebody may see. */
const isWithin = (request: ImportRequest, apps: readonly number[] | null): boolean =>
  apps === null || request.apps?.every((app) => apps.includes(app)) === true
