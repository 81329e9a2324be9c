import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { GivenFile } from '../sources/readers/input-file.ts'
import type { ImportSummary } from '../staging/import-summary.ts'
import { Refusal } from '../values/refusal.ts'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { refuse } from './refusals.ts'

/** Folders that the inbox creates. */
const ownFolders: readonly string[] = ['working', 'done', 'failed']

/** Names that programs give to files that are still being written. */
const unfinished = /^\.|\.(part|partial|tmp|crdownload)$/i

/** The outcome for a dropped file or folder. */
export type InboxReport =
  | ({ readonly outcome: 'imported'; readonly name: string } & ImportSummary)
  | {
      readonly outcome: 'failed'
      readonly name: string
      readonly message: string
      readonly details: readonly string[]
    }
  /** A store is unavailable. The file stays and is retried; this is reported once per reason. */
  | { readonly outcome: 'waiting'; readonly name: string; readonly message: string }

export interface InboxListener {
  readonly report: (report: InboxReport) => void
  /** Receives why the folder could not be read. It is retried. */
  readonly warn: (message: string) => void
  /** Words a refusal for the report beside a file. */
  readonly word: (refusal: Refusal) => {
    readonly message: string
    readonly details: readonly string[]
  }
}

/**
 * A folder that files are dropped into. A file that has stopped growing is imported once, then moved
 * to `done/` or `failed/`, with a report beside it. A dropped folder is one import of all its files.
 * Only one process may watch an inbox.
 */
export class Inbox {
  readonly #directory: string
  readonly #importFiles: (files: readonly GivenFile[]) => Promise<ImportSummary>
  readonly #listener: InboxListener
  /** The sizes and times of everything at the last look, by name. */
  #seen = new Map<string, string>()
  /** The last reason for waiting that was reported. */
  #waitsFor: string | null = null

  /** @param importFiles if it throws, the files fail, unless a store is unavailable */
  constructor(
    directory: string,
    importFiles: (files: readonly GivenFile[]) => Promise<ImportSummary>,
    listener: InboxListener,
  ) {
    this.#directory = directory
    this.#importFiles = importFiles
    this.#listener = listener
  }

  /** Creates the inbox's folders, and moves back files whose import a crash interrupted. */
  async open(): Promise<void> {
    for (const folder of ownFolders) {
      await mkdir(join(this.#directory, folder), { recursive: true })
    }
    for (const name of await readdir(this.#working(''))) {
      await rename(this.#working(name), await this.#freePath('', name))
    }
  }

  /** Imports everything that has not changed since the last look, in the order of names. */
  async look(signal?: AbortSignal): Promise<void> {
    const names = (await readdir(this.#directory)).filter(
      (name) => !ownFolders.includes(name) && !unfinished.test(name),
    )
    const before = this.#seen
    this.#seen = new Map()
    for (const name of names.sort()) {
      if (signal?.aborted) return
      const state = await stateOf(join(this.#directory, name))
      if (state !== null && before.get(name) === state) await this.#take(name)
      else if (state !== null) this.#seen.set(name, state)
    }
  }

  /** Looks at intervals until the signal aborts. A running import finishes first. */
  async watch(signal: AbortSignal, intervalMs: number): Promise<void> {
    while (!signal.aborted) {
      await this.look(signal).catch(({ message }: Error) => this.#listener.warn(message))
      await delay(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #take(name: string): Promise<void> {
    const path = this.#working(name)
    await rename(join(this.#directory, name), path)
    try {
      const summary = await this.#importFiles(await filesOf(path, name))
      await this.#finish('done', { outcome: 'imported', name, ...summary })
    } catch (error) {
      const { message } = error as Error
      if (isStoresFault(error)) {
        await rename(path, join(this.#directory, name))
        const why = error instanceof Refusal ? this.#listener.word(error).message : message
        if (this.#waitsFor !== why)
          this.#listener.report({ outcome: 'waiting', name, message: why })
        this.#waitsFor = why
        return
      }
      const worded =
        error instanceof Refusal ? this.#listener.word(error) : { message, details: [] }
      await this.#finish('failed', { outcome: 'failed', name, ...worded })
    }
  }

  async #finish(folder: 'done' | 'failed', report: InboxReport): Promise<void> {
    this.#waitsFor = null
    const target = await this.#freePath(folder, report.name)
    await rename(this.#working(report.name), target)
    await writeFile(`${target}.report.json`, `${JSON.stringify(report, null, 2)}\n`)
    this.#listener.report(report)
  }

  #working(name: string): string {
    return join(this.#directory, 'working', name)
  }

  /** An unused path in a folder, so that earlier files of the same name are kept. */
  async #freePath(folder: string, name: string): Promise<string> {
    for (let number = 1; ; number++) {
      const path = join(this.#directory, folder, number === 1 ? name : `${number}-${name}`)
      if ((await stateOf(path)) === null) return path
    }
  }
}

const isStoresFault = (error: unknown): boolean =>
  error instanceof StoreUnavailableError ||
  error instanceof UnusableStoreError ||
  (error instanceof Refusal && error.code === 'disk_full')

/** The files of a dropped file or folder, sorted by name. */
async function filesOf(path: string, name: string): Promise<GivenFile[]> {
  if (!(await stat(path)).isDirectory()) return [{ name, path }]
  const names = (await readdir(path)).filter((file) => !unfinished.test(file)).sort()
  if (names.length === 0) throw refuse('folder_empty', { folder: name })
  return names.map((file) => ({ name: `${name}/${file}`, path: join(path, file) }))
}

/** A text that changes when a file or folder changes; null when it does not exist. */
async function stateOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  if (!found) return null
  const own = `${found.size}@${found.mtimeMs}`
  if (!found.isDirectory()) return own
  const inside = await Promise.all(
    (await readdir(path)).sort().map(async (name) => `${name}:${await stateOf(join(path, name))}`),
  )
  return [own, ...inside].join(' ')
}
