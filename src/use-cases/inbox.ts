import { chmod, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { GivenFile } from '../sources/readers/input-file.ts'
import type { ImportSummary } from '../staging/import-summary.ts'
import { CancelledError } from '../values/cancelled-error.ts'
import { Refusal } from '../values/refusal.ts'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { filesOf, isUnfinished, lookAt, namesIn, statesOf, statsOf } from './inbox-entries.ts'

/** Folders of an inbox that are its own. */
const own = { working: 'working', done: 'done', failed: 'failed' } as const
const ownNames: readonly string[] = Object.values(own)

/** What became of something that was dropped. */
export type InboxReport =
  | ({ readonly outcome: 'imported'; readonly name: string } & ImportSummary)
  | {
      readonly outcome: 'failed'
      readonly name: string
      readonly message: string
      readonly details: readonly string[]
    }
  /** The stores cannot be used now: it stays and is tried again. Said once for each reason. */
  | { readonly outcome: 'waiting'; readonly name: string; readonly message: string }

export interface InboxListener {
  readonly report: (report: InboxReport) => void
  /** Hears once of what could not be looked at, or is nothing to import. */
  readonly warn: (message: string) => void
  /** Words a refusal for the report beside a file. */
  readonly word: (refusal: Refusal) => {
    readonly message: string
    readonly details: readonly string[]
  }
}

/**
 * A folder that files are dropped into. Each is imported once, when it has stopped growing, then
 * moved to `done/` or `failed/` with a report beside it. The files of a folder that is dropped are
 * one import. Whoever can write to the folder is not trusted: links are not followed, and files are
 * imported from `working/`, where only the watcher can exchange them. An inbox has one watcher.
 */
export class Inbox {
  readonly #directory: string
  readonly #importFiles: (files: readonly GivenFile[]) => Promise<ImportSummary>
  readonly #listener: InboxListener
  readonly #unchangedLooks: number
  /** The state of everything, and the looks at which it was the same. */
  #seen = new Map<string, { readonly state: string; readonly looks: number }>()
  /** What the listener was warned of. */
  #warnings = new Set<string>()
  /** Why imports wait for the stores. */
  #waitsFor: string | null = null

  /**
   * @param importFiles what it throws refuses the files, unless it is the stores' fault
   * @param unchangedLooks how many looks in a row must find a file as the look before did
   */
  constructor(
    directory: string,
    importFiles: (files: readonly GivenFile[]) => Promise<ImportSummary>,
    listener: InboxListener,
    unchangedLooks = 1,
  ) {
    this.#directory = directory
    this.#importFiles = importFiles
    this.#listener = listener
    this.#unchangedLooks = unchangedLooks
  }

  /**
   * Makes the inbox's folders, and takes back what a crash left half done.
   *
   * @throws Error when something else has the name of such a folder
   */
  async open(): Promise<void> {
    for (const folder of ownNames) {
      const path = join(this.#directory, folder)
      await mkdir(path, { recursive: true }).catch(() => undefined)
      if (!(await statsOf(path))?.isDirectory()) {
        throw new Error(`${path} is not a folder that Adtally can use. Remove it`)
      }
    }
    await chmod(this.#in('working'), 0o700)
    for (const name of await namesIn(this.#in('working'), () => true)) await this.#putBack(name)
  }

  /** Imports, in the order of their names, what has not changed since the last looks. */
  async look(signal?: AbortSignal): Promise<void> {
    const names = await namesIn(
      this.#directory,
      (name) => !ownNames.includes(name) && !isUnfinished(name),
    )
    const before = this.#seen
    this.#seen = new Map()
    for (const name of names) {
      if (signal?.aborted) return
      try {
        const state = await this.#stateOf(name)
        if (state === null) continue
        const seen = before.get(name)
        const looks = seen?.state === state ? seen.looks + 1 : 0
        if (looks >= this.#unchangedLooks) await this.#take(name)
        else this.#seen.set(name, { state, looks })
      } catch (error) {
        // What cannot be moved must not keep the others waiting.
        this.#warn(`${name}: ${(error as Error).message}`)
      }
    }
  }

  /** Looks again and again until the signal; ends when an import under way has ended. */
  async watch(signal: AbortSignal, intervalMs: number): Promise<void> {
    while (!signal.aborted) {
      // A folder that is out of reach for a while is looked at again later.
      await this.look(signal).catch(({ message }: Error) => this.#warn(message))
      await delay(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** The state of something to import; null for everything else. */
  async #stateOf(name: string): Promise<string | null> {
    const entry = await lookAt(join(this.#directory, name))
    if (entry === null) return null
    if (entry.kind === 'other') {
      this.#warn(`${name} is ${entry.what}, which is not imported. Remove it`)
      return null
    }
    if (entry.kind === 'unfinished') {
      this.#warn(`${name} waits for ${entry.name}. Rename it when it is complete, or remove it`)
      return null
    }
    return entry.state
  }

  async #take(name: string): Promise<void> {
    await this.#moveIn(name)
    const report = await this.#import(name)
    if (report === 'again') return this.#putBack(name)
    if (report.outcome === 'waiting') {
      await this.#putBack(name)
      if (this.#waitsFor !== report.message) this.#listener.report(report)
      this.#waitsFor = report.message
      return
    }
    this.#waitsFor = null
    await this.#finish(report)
  }

  /** @returns `again` when it has to be imported later */
  async #import(name: string): Promise<InboxReport | 'again'> {
    try {
      const files = await filesOf(join(this.#in('working'), name), name)
      const state = await statesOf(files)
      const summary = await this.#importFiles(files)
      if ((await statesOf(files)) === state) return { outcome: 'imported', name, ...summary }
      this.#warn(`${name} changed while it was imported, and is imported again`)
      return 'again'
    } catch (error) {
      const { message } = error as Error
      if (error instanceof CancelledError) return 'again'
      const why = error instanceof Refusal ? this.#listener.word(error) : { message, details: [] }
      if (isStoresFault(error)) return { outcome: 'waiting', name, message: why.message }
      return { outcome: 'failed', name, ...why }
    }
  }

  /** Moves something to `working/`; a folder's files one by one, because the folder is another's. */
  async #moveIn(name: string): Promise<void> {
    const source = join(this.#directory, name)
    const path = join(this.#in('working'), name)
    if (!(await statsOf(source))?.isDirectory()) return rename(source, path)
    await mkdir(path, { mode: 0o700 })
    try {
      for (const file of await namesIn(source, () => true)) {
        await rename(join(source, file), join(path, file))
      }
      await rmdir(source)
    } catch (error) {
      await this.#putBack(name)
      throw error
    }
  }

  /** Moves something back from `working/`; files of a folder to the rest of it. */
  async #putBack(name: string): Promise<void> {
    const path = join(this.#in('working'), name)
    const target = join(this.#directory, name)
    const isFolder = (await statsOf(path))?.isDirectory() && (await statsOf(target))?.isDirectory()
    if (!isFolder) return rename(path, await this.#free('', name))
    for (const file of await namesIn(path, () => true)) {
      if (await statsOf(join(target, file))) {
        throw new Error(`${join(path, file)} is in the way of another file. Remove one of them`)
      }
      await rename(join(path, file), join(target, file))
    }
    await rm(path, { recursive: true })
  }

  async #finish(report: InboxReport): Promise<void> {
    const folder = report.outcome === 'imported' ? own.done : own.failed
    const target = await this.#free(folder, report.name)
    await rename(join(this.#in('working'), report.name), target)
    this.#listener.report(report)
    const text = `${JSON.stringify(report, null, 2)}\n`
    await writeFile(`${target}.report.json`, text, { flag: 'wx' })
  }

  #warn(message: string): void {
    if (this.#warnings.has(message)) return
    if (this.#warnings.size >= maxWarnings) this.#warnings.clear()
    this.#warnings.add(message)
    this.#listener.warn(message)
  }

  #in(folder: keyof typeof own): string {
    return join(this.#directory, own[folder])
  }

  /** A path in a folder where nothing lies, nor a report: earlier files of the same name stay. */
  async #free(folder: string, name: string): Promise<string> {
    for (let number = 1; ; number++) {
      const path = join(this.#directory, folder, number === 1 ? name : `${number}-${name}`)
      if (!(await statsOf(path)) && !(await statsOf(`${path}.report.json`))) return path
    }
  }
}

/** Warnings that are remembered. */
const maxWarnings = 1_000

const isStoresFault = (error: unknown): boolean =>
  error instanceof StoreUnavailableError ||
  error instanceof UnusableStoreError ||
  (error instanceof Refusal && ['disk_full', 'disk_filled'].includes(error.code))
