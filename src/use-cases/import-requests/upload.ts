import { rm } from 'node:fs/promises'
import type { ImportRequest, ImportRequestAnswer } from '../../ledger/import-requests.ts'
import { refuse as refuseFile } from '../../sources/refusals.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import { Refusal } from '../../values/refusal.ts'
import { importWithin } from '../import-figures.ts'
import { previewWithin } from '../preview-figures.ts'
import { refuse } from '../refusals.ts'
import { requestFingerprint } from './fingerprint.ts'
import type { ImportSlot } from './import-slots.ts'
import type { AnswerWriter, Importer, ReceivedImport, StartedImport } from './importer.ts'
import type { RequestHost, Work } from './work.ts'

interface UploadParts {
  readonly id: string
  /** The request that ended with the same key; null for a new one. */
  readonly earlier: ImportRequest | null
  readonly importer: Importer
  readonly directory: string
  readonly work: Work
  readonly place: ImportSlot
  /** Ends the work. */
  readonly end: () => void
}

/** How often the free space is looked at while a file arrives. */
const bytesPerLook = 16 * 1024 ** 2

/** Refusals that are the server's fault, or that of something else at the same time. */
const passing = ['disk_full', 'disk_filled', 'clock_ahead', 'app_changed', 'network_app_linked']

/** A request while it is received, imported and answered. It ends with `discard` or `start`. */
export class Upload {
  /** Where the files are received. */
  readonly directory: string
  readonly #requests: RequestHost
  readonly #parts: UploadParts
  #bytes = 0
  #isDiscarded = false

  constructor(requests: RequestHost, parts: UploadParts) {
    this.directory = parts.directory
    this.#requests = requests
    this.#parts = parts
  }

  /**
   * Counts bytes of a file that arrives.
   *
   * @throws Refusal `limit_exceeded`, `disk_full`
   */
  async count(file: string, bytes: number): Promise<void> {
    const { maxUploadBytes: maximum, refuseFullDisk } = this.#requests.services
    this.#parts.place.count(bytes)
    const before = this.#bytes
    this.#bytes += bytes
    if (this.#bytes > maximum) {
      throw refuseFile('limit_exceeded', { file, line: null, limit: 'uploadBytes', maximum })
    }
    if (Math.floor(before / bytesPerLook) !== Math.floor(this.#bytes / bytesPerLook)) {
      await refuseFullDisk(bytesPerLook)
    }
  }

  /** Aborts with an OverloadedError when the upload has to give way to one of another account. */
  get givesWay(): AbortSignal {
    return this.#parts.place.signal
  }

  /** Forgets a request that was not received completely. */
  async discard(): Promise<void> {
    if (this.#isDiscarded) return
    this.#isDiscarded = true
    const { id, earlier } = this.#parts
    try {
      if (!earlier) await this.#requests.services.store.remove(id)
    } finally {
      await this.#close()
    }
  }

  /**
   * Begins to import, or finds the answer to an earlier request with the same key.
   *
   * @throws Refusal `idempotency_key_reused` when that one had other files or options; OverloadedError when too many
   *   imports wait or run
   */
  async start(received: ReceivedImport, writer: AnswerWriter): Promise<StartedImport> {
    const { id, earlier, importer } = this.#parts
    const { isDryRun } = received
    const fingerprint = requestFingerprint(received, importer.apps)
    if (earlier) {
      await this.discard()
      const { answer, id: earlierId } = earlier
      if (earlier.fingerprint !== fingerprint || !answer) throw refuse('idempotency_key_reused', {})
      const ended = Promise.resolve(answer)
      return { id: earlierId, answer: ended, isRepeated: true, cancel: () => undefined }
    }
    this.#parts.place.beginImport()
    const files = received.files.map(({ name }) => name)
    const byteCount = received.files.reduce((sum, { bytes }) => sum + bytes, 0)
    const { store } = this.#requests.services
    if (!(await store.begin(id, { fingerprint, files, byteCount, isDryRun }))) throw givenUp()
    this.#isDiscarded = true
    const abort = new AbortController()
    const answer = this.#run(received, writer, abort.signal).finally(() => this.#close())
    // It may end after the client is gone.
    answer.catch(() => undefined)
    const cancel = () => abort.abort(new CancelledError('The client is gone.'))
    return { id, answer, isRepeated: false, cancel }
  }

  async #run(
    received: ReceivedImport,
    writer: AnswerWriter,
    cancelled: AbortSignal,
  ): Promise<ImportRequestAnswer> {
    const { turns, services } = this.#requests
    const { importer } = this.#parts
    const signal = AbortSignal.any([cancelled, services.stopImports])
    let announced: ImportRequestAnswer | null = null
    const announce = async (answer: ImportRequestAnswer) => {
      if (!(await services.store.announce(this.#parts.id, answer))) throw givenUp()
      announced = answer
    }
    try {
      const leaveTurn = await turns.enter(importer.account.id, signal)
      try {
        if (received.isDryRun) return await this.#preview(received, writer, signal)
        return await this.#import(received, writer, signal, announce)
      } finally {
        leaveTurn()
      }
    } catch (error) {
      return this.#fail(error, writer, announced)
    } finally {
      await this.#requests.trim(importer.account.id)
    }
  }

  async #preview(
    received: ReceivedImport,
    writer: AnswerWriter,
    signal: AbortSignal,
  ): Promise<ImportRequestAnswer> {
    const { id, importer } = this.#parts
    const preview = previewWithin({ apps: importer.apps })
    const result = await importer.call(preview, this.#requestOf(received), {
      files: received.files,
      signal,
      onProgress: this.#onProgress,
    })
    const answer = writer.previewed(id, result)
    await this.#ended('done', null, answer)
    return answer
  }

  async #import(
    received: ReceivedImport,
    writer: AnswerWriter,
    signal: AbortSignal,
    announce: (answer: ImportRequestAnswer) => Promise<void>,
  ): Promise<ImportRequestAnswer> {
    const { id, importer } = this.#parts
    let answer: ImportRequestAnswer | null = null
    const onSummary = async (planned: Parameters<AnswerWriter['imported']>[1]) => {
      answer = writer.imported(id, planned)
      await announce(answer)
    }
    const { import: entry } = await importer.call(
      importWithin({ apps: importer.apps, answers: { id, onSummary } }),
      this.#requestOf(received),
      { files: received.files, signal, onProgress: this.#onProgress },
    )
    await this.#ended('done', entry).catch(({ message }: Error) =>
      // The ledger tells it later.
      this.#requests.services.warn(`The end of an import could not be noted: ${message}`),
    )
    return answer!
  }

  /** Answers a failed import. Whether an import that was being written was committed, the ledger knows. */
  async #fail(
    error: unknown,
    writer: AnswerWriter,
    announced: ImportRequestAnswer | null,
  ): Promise<ImportRequestAnswer> {
    const { ledger, warn } = this.#requests.services
    try {
      if (announced) {
        const entry = await ledger.ofRequest(this.#parts.id)
        if (entry !== null) {
          await this.#ended('done', entry)
          return announced
        }
      }
      const answer = writer.failed(error)
      const isFinal = error instanceof Refusal && !passing.includes(error.code)
      await this.#ended(isFinal ? 'refused' : 'failed', null, answer)
      return answer
    } catch (another) {
      warn(`The end of an import could not be noted: ${(another as Error).message}`)
      return writer.failed(error)
    }
  }

  async #ended(
    state: 'done' | 'refused' | 'failed',
    entry: number | null,
    answer?: ImportRequestAnswer,
  ): Promise<void> {
    const { store, now } = this.#requests.services
    const ended = { atMs: now().getTime(), entry, ...(answer && { answer }) }
    if (!(await store.end(this.#parts.id, state, ended))) throw givenUp()
  }

  readonly #onProgress = (progress: Work['progress']) => {
    this.#parts.work.progress = progress
  }

  #requestOf({ request: { createApps, ...request } }: ReceivedImport) {
    const { username } = this.#parts.importer.account
    return { ...request, account: username, ...(createApps && { createApps: username }) }
  }

  async #close(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true }).catch(({ message }: Error) =>
      this.#requests.services.warn(`${this.directory} could not be removed: ${message}`),
    )
    this.#parts.end()
  }
}

/** Another process took the request for abandoned. */
const givenUp = () => new CancelledError('The import request was given up. Nothing was imported.')
