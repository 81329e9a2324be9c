import { setTimeout as delay } from 'node:timers/promises'
import type { GivenFile } from '../../sources/readers/input-file.ts'
import type { ImportSummary } from '../../staging/import-summary.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import { Refusal } from '../../values/refusal.ts'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { refuse } from '../refusals.ts'
import {
  type Drop,
  dropOfCompanion,
  filesOf,
  isUnfinished,
  lookAt,
  maxEntries,
  namesIn,
  pathOf,
  statesOf,
  statsOf,
} from './entries.ts'
import { InboxFolders, ownNames } from './inbox-folders.ts'
import { type OpenFolder, openInbox, reasonOf, withFolder } from './open-folder.ts'
import { type InboxSettings, readRouteSettings } from './settings.ts'

/** The outcome of one drop. */
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
  /** Words a refusal for the report next to a file. */
  readonly word: (refusal: Refusal) => {
    readonly message: string
    readonly details: readonly string[]
  }
}

/** An error that it throws refuses the files, unless it is the stores' fault. */
type ImportFiles = (files: readonly GivenFile[], settings: InboxSettings) => Promise<ImportSummary>

/** The state of everything, and the looks at which it was the same. */
type Seen = Map<string, { readonly state: string; readonly looks: number }>

/** The names in a folder by what they belong to; null for files of their own. */
type Listing = ReadonlyMap<string | null, readonly string[]>

/** One look at an inbox. */
interface Look {
  readonly before: Seen
  readonly signal: AbortSignal | undefined
  /** How many entries of a folder in the inbox, and of all in it, are still looked at. */
  entriesLeft: number
}

/** Folders within each other: the account, the source, and each setting. */
const maxDepth = 16

/**
 * A folder that files are dropped into. Each is imported once, when it has stopped growing, then
 * moved to `done/` or `failed/` with a report next to it. Folders in it are routes, which tell how their
 * files are imported; see {@link readRouteSettings}. The files of a folder `pages=…` are one import.
 * Programs that can write to the folder are not trusted: links are not followed, and files are imported from
 * `working/`, where only the watcher can exchange them. An inbox has one watcher.
 */
export class Inbox {
  readonly #directory: string
  readonly #folders: InboxFolders
  readonly #importFiles: ImportFiles
  readonly #listener: InboxListener
  readonly #unchangedLooks: number
  #seen: Seen = new Map()
  /** The warnings that the listener was given. */
  #warnings = new Set<string>()
  /** Why imports wait for the stores. */
  #waitsFor: string | null = null

  /** @param unchangedLooks how many looks in a row must find a file as the look before did */
  constructor(
    directory: string,
    importFiles: ImportFiles,
    listener: InboxListener,
    unchangedLooks = 1,
  ) {
    this.#directory = directory
    this.#folders = new InboxFolders(directory)
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
    await this.#folders.make()
    for (const drop of await this.#folders.leftovers()) {
      await this.#recover(drop).catch((error) => this.#warn(`${pathOf(drop)}: ${reasonOf(error)}`))
    }
  }

  /** Imports, in the order of their names, what has not changed since the last looks. */
  async look(signal?: AbortSignal): Promise<void> {
    const before = this.#seen
    this.#seen = new Map()
    await withFolder(openInbox(this.#directory), async (inbox) => {
      const names = await namesIn(
        inbox.path,
        (name) => !ownNames.includes(name) && !isUnfinished(name),
      )
      const listing = Map.groupBy(names, dropOfCompanion)
      for (const name of names) {
        const look = { before, signal, entriesLeft: maxEntries }
        await this.#lookAtEntry(inbox, { route: [], name }, listing, look)
      }
    })
  }

  /** Looks again and again until the signal; ends when an import under way has ended. */
  async watch(signal: AbortSignal, intervalMs: number): Promise<void> {
    while (!signal.aborted) {
      // A folder that is out of reach for a while is looked at again later.
      await this.look(signal).catch((error) => this.#warn(reasonOf(error)))
      await delay(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #lookIn(outer: OpenFolder, route: readonly string[], look: Look): Promise<void> {
    const path = route.join('/')
    if (route.length > maxDepth) {
      return this.#warn(`${path} is more than ${maxDepth} folders deep, and is left alone`)
    }
    await withFolder(outer.open(route.at(-1)!), async (folder) => {
      const names = await namesIn(folder.path, (name) => !isUnfinished(name), look.entriesLeft)
      look.entriesLeft -= names.length
      if (look.entriesLeft <= 0) {
        this.#warn(`${route[0]} has ${maxEntries} entries or more: not all of them are looked at`)
      }
      const listing = Map.groupBy(names, dropOfCompanion)
      for (const name of names) await this.#lookAtEntry(folder, { route, name }, listing, look)
    })
  }

  /** @param listing the names in the folder, by what they belong to */
  async #lookAtEntry(folder: OpenFolder, drop: Drop, listing: Listing, look: Look): Promise<void> {
    if (look.signal?.aborted) return
    const owner = dropOfCompanion(drop.name)
    try {
      if (owner !== null && (await statsOf(folder.entry(owner)))) return
      const companions = listing.get(drop.name) ?? []
      const entry = await lookAt(folder, drop.name, companions)
      if (entry === null) return
      if (entry.kind === 'route') {
        if (companions.length > 0) this.#warn(besideRoute(drop, companions))
        return await this.#lookIn(folder, [...drop.route, drop.name], look)
      }
      if (entry.kind !== 'drop') return this.#warn(leftAlone(drop, entry))
      if (!this.#isSettled(drop, entry.state, look)) return
      if (owner === null) return await this.#importDrop(folder, drop, companions)
      this.#warn(`${pathOf(drop)} waits for ${owner}. Put that beside it, or remove it`)
    } catch (error) {
      // A drop that cannot be moved must not keep the others waiting.
      this.#warn(`${pathOf(drop)}: ${reasonOf(error)}`)
    }
  }

  /** Whether something was the same at enough looks. */
  #isSettled(drop: Drop, state: string, { before }: Look): boolean {
    const path = pathOf(drop)
    const seen = before.get(path)
    const looks = seen?.state === state ? seen.looks + 1 : 0
    const isSettled = looks >= this.#unchangedLooks
    // A drop that is moved now would be new when it came back.
    if (!isSettled || dropOfCompanion(drop.name) !== null) this.#seen.set(path, { state, looks })
    return isSettled
  }

  async #importDrop(folder: OpenFolder, drop: Drop, companions: readonly string[]): Promise<void> {
    await this.#folders.moveIn(folder, drop, companions)
    const report = await this.#import(drop)
    if (report === 'again') return this.#folders.putBack(drop)
    if (report.outcome === 'waiting') {
      await this.#folders.putBack(drop)
      if (this.#waitsFor !== report.message) this.#listener.report(report)
      this.#waitsFor = report.message
      return
    }
    this.#waitsFor = null
    await this.#finish(drop, report)
  }

  /** @returns `again` when it has to be imported later */
  async #import(drop: Drop): Promise<InboxReport | 'again'> {
    const name = pathOf(drop)
    try {
      const settings = await this.#settingsOf(drop)
      const files = await filesOf(this.#folders.workingPath(drop), drop.name)
      const state = await statesOf(files)
      const summary = await this.#importFor(files, settings)
      if ((await statesOf(files)) === state) return { outcome: 'imported', name, ...summary }
      if (settings.partial) throw refuse('partial_uncertain', { name, import: summary.import })
      this.#warn(`${name} changed while it was imported, and is imported again`)
      return 'again'
    } catch (error) {
      if (error instanceof CancelledError) return 'again'
      const failed = this.#failed(name, error)
      return isStoresFault(error) ? { outcome: 'waiting', name, message: failed.message } : failed
    }
  }

  async #settingsOf(drop: Drop): Promise<InboxSettings> {
    return readRouteSettings(drop.route, await this.#folders.companions(drop))
  }

  async #importFor(files: readonly GivenFile[], settings: InboxSettings) {
    try {
      return await this.#importFiles(files, settings)
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.code === 'unknown_account'
      if (!isUnknown || settings.account === undefined) throw error
      throw refuse('inbox_account_unknown', { account: settings.account }, { cause: error })
    }
  }

  /** Takes back what a watcher before this one did not finish. */
  async #recover(drop: Drop): Promise<void> {
    const settings = await this.#settingsOf(drop).catch(() => null)
    if (!settings?.partial) return this.#folders.putBack(drop)
    // Its rows may have been added already, and would be added twice.
    const name = pathOf(drop)
    await this.#finish(
      drop,
      this.#failed(name, refuse('partial_uncertain', { name, import: null })),
    )
  }

  #failed(name: string, error: unknown) {
    const why =
      error instanceof Refusal
        ? this.#listener.word(error)
        : { message: reasonOf(error), details: [] }
    return { outcome: 'failed', name, ...why } as const
  }

  async #finish(drop: Drop, report: InboxReport): Promise<void> {
    const folder = report.outcome === 'imported' ? 'done' : 'failed'
    await this.#folders.finish(drop, folder, report, () => this.#listener.report(report))
  }

  #warn(message: string): void {
    if (this.#warnings.has(message)) return
    if (this.#warnings.size >= maxWarnings) this.#warnings.clear()
    this.#warnings.add(message)
    this.#listener.warn(message)
  }
}

/** The error about files next to a folder whose name has all settings. */
const besideRoute = ({ route }: Drop, companions: readonly string[]): string =>
  `${companions.map((name) => pathOf({ route, name })).join(', ')} is next to a folder of several imports. Put it next to a report or a folder pages=NAME, or remove it`

/** Says why something is not imported, and what to do. */
function leftAlone(
  drop: Drop,
  entry: Exclude<Awaited<ReturnType<typeof lookAt>>, { kind: 'drop' | 'route' } | null>,
): string {
  const path = pathOf(drop)
  return entry.kind === 'other'
    ? `${path} is ${entry.what}, which is not imported. Remove it`
    : `${path} waits for ${entry.name}. Rename it when it is complete, or remove it`
}

/** Warnings that are remembered. */
const maxWarnings = 1_000

const isStoresFault = (error: unknown): boolean =>
  error instanceof StoreUnavailableError ||
  error instanceof UnusableStoreError ||
  (error instanceof Refusal && ['disk_full', 'disk_filled'].includes(error.code))
