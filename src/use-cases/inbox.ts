import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { GivenFile } from '../sources/readers/input-file.ts'
import type { ImportSummary } from '../staging/import-summary.ts'
import { Refusal } from '../values/refusal.ts'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { refuse } from './refusals.ts'

/** Folders of an inbox that are its own. */
const own = { working: 'working', done: 'done', failed: 'failed' } as const

/** What programs call files that are still being written. */
const unfinished = /^\.|\.(part|partial|tmp|crdownload)$/i

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
  /** Hears why the folder could not be looked at; it is again later. */
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
 * one import. An inbox has one watcher.
 */
export class Inbox {
  readonly #directory: string
  readonly #importFiles: (files: readonly GivenFile[]) => Promise<ImportSummary>
  readonly #hears: InboxListener
  /** How large and how old everything was at the last look. */
  #seen = new Map<string, string>()
  /** Why imports wait for the stores. */
  #waitsFor: string | null = null

  /** @param importFiles what it throws refuses the files, unless it is the stores' fault */
  constructor(
    directory: string,
    importFiles: (files: readonly GivenFile[]) => Promise<ImportSummary>,
    hears: InboxListener,
  ) {
    this.#directory = directory
    this.#importFiles = importFiles
    this.#hears = hears
  }

  /** Makes the inbox's folders, and takes back what a crash left half done. */
  async open(): Promise<void> {
    for (const folder of Object.values(own)) {
      await mkdir(join(this.#directory, folder), { recursive: true })
    }
    for (const name of await readdir(this.#in('working'))) {
      await rename(join(this.#in('working'), name), await this.#free('', name))
    }
  }

  /** Imports, in the order of their names, what has not changed since the last look. */
  async look(signal?: AbortSignal): Promise<void> {
    const names = (await readdir(this.#directory)).filter(
      (name) => !(Object.values(own) as string[]).includes(name) && !unfinished.test(name),
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

  /** Looks again and again until the signal; ends when an import under way has ended. */
  async watch(signal: AbortSignal, intervalMs: number): Promise<void> {
    while (!signal.aborted) {
      // A folder that is out of reach for a while is looked at again later.
      await this.look(signal).catch(({ message }: Error) => this.#hears.warn(message))
      await delay(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #take(name: string): Promise<void> {
    const path = join(this.#in('working'), name)
    await rename(join(this.#directory, name), path)
    try {
      const summary = await this.#importFiles(await filesOf(path, name))
      await this.#finish('done', { outcome: 'imported', name, ...summary })
    } catch (error) {
      const { message } = error as Error
      if (isStoresFault(error)) {
        await rename(path, join(this.#directory, name))
        const why = error instanceof Refusal ? this.#hears.word(error).message : message
        if (this.#waitsFor !== why) this.#hears.report({ outcome: 'waiting', name, message: why })
        this.#waitsFor = why
        return
      }
      const why = error instanceof Refusal ? this.#hears.word(error) : { message, details: [] }
      await this.#finish('failed', { outcome: 'failed', name, ...why })
    }
  }

  async #finish(folder: 'done' | 'failed', report: InboxReport): Promise<void> {
    this.#waitsFor = null
    const target = await this.#free(folder, report.name)
    await rename(join(this.#in('working'), report.name), target)
    await writeFile(`${target}.report.json`, `${JSON.stringify(report, null, 2)}\n`)
    this.#hears.report(report)
  }

  #in(folder: keyof typeof own): string {
    return join(this.#directory, own[folder])
  }

  /** A path in a folder that nothing lies at: earlier files of the same name stay. */
  async #free(folder: string, name: string): Promise<string> {
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

/** The files that something dropped is made of, by name. */
async function filesOf(path: string, name: string): Promise<GivenFile[]> {
  if (!(await stat(path)).isDirectory()) return [{ name, path }]
  const names = (await readdir(path)).filter((file) => !unfinished.test(file)).sort()
  if (names.length === 0) throw refuse('folder_empty', { folder: name })
  return names.map((file) => ({ name: `${name}/${file}`, path: join(path, file) }))
}

/** How large and how old something is, a folder with all that is in it; null when it is gone. */
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
