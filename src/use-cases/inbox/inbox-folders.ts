import { chmod, mkdir, rename, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../refusals.ts'
import { type Drop, dropOfCompanion, isPages, namesIn, pagesPrefix, statsOf } from './entries.ts'
import { OpenFolder, openInbox, withFolder } from './open-folder.ts'

/** Folders of an inbox that are its own. */
export const ownNames: readonly string[] = ['working', 'done', 'failed']

/**
 * Moves files between an inbox and its own folders, where they keep their routes: `working/` while they
 * are imported, then `done/` or `failed/`. Nothing is overwritten.
 */
export class InboxFolders {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** @throws Refusal `inbox_not_a_folder`; Error when something else has the name of such a folder */
  async make(): Promise<void> {
    const found = await stat(this.#directory).catch(() => null)
    if (found?.isFile()) throw refuse('inbox_not_a_folder', { folder: this.#directory })
    for (const name of ownNames) {
      const path = join(this.#directory, name)
      await mkdir(path, { recursive: true }).catch(() => undefined)
      if (!(await statsOf(path))?.isDirectory()) {
        throw new Error(`${path} is not a folder that Adtally can use. Remove it`)
      }
    }
    await chmod(this.#working(), 0o700)
  }

  /** The files and folders of pages that a crash left in `working/`, without their companions. */
  async leftovers(route: readonly string[] = []): Promise<Drop[]> {
    const names = await namesIn(this.#working(...route))
    const found: Drop[] = []
    for (const name of names) {
      const owner = dropOfCompanion(name)
      if (owner !== null && names.includes(owner)) continue
      const stats = await statsOf(this.#working(...route, name))
      const isRoute = stats?.isDirectory() && !isPages(name)
      if (isRoute) found.push(...(await this.leftovers([...route, name])))
      else found.push({ route, name })
    }
    return found
  }

  /** Where something is while it is imported. */
  workingPath({ route, name }: Drop): string {
    return this.#working(...route, name)
  }

  /** The paths of the files in `working/` that belong to something. */
  async companions({ route, name }: Drop): Promise<string[]> {
    const names = await namesIn(this.#working(...route))
    return names
      .filter((one) => dropOfCompanion(one) === name)
      .map((one) => this.#working(...route, one))
  }

  /**
   * Moves something to `working/`; the files of a folder one by one, because the folder is another's.
   *
   * @param folder that it is in
   * @param companions the names of the files that belong to it
   */
  async moveIn(folder: OpenFolder, drop: Drop, companions: readonly string[]): Promise<void> {
    const { route, name } = drop
    await mkdir(this.#working(...route), { recursive: true, mode: 0o700 })
    const target = this.workingPath(drop)
    if (await statsOf(target)) throw new Error(`${target} is in the way. Remove it`)
    try {
      for (const one of companions) await rename(folder.entry(one), this.#working(...route, one))
      if (!(await statsOf(folder.entry(name)))?.isDirectory()) {
        return await rename(folder.entry(name), target)
      }
      await mkdir(target, { mode: 0o700 })
      await withFolder(folder.open(name), async (pages) => {
        for (const file of await namesIn(pages.path)) {
          await rename(pages.entry(file), join(target, file))
        }
      })
      await rmdir(folder.entry(name))
    } catch (error) {
      await this.putBack(drop)
      throw error
    }
  }

  /** Moves something back from `working/`; files of a folder to the rest of it. */
  async putBack(drop: Drop): Promise<void> {
    await this.#withFolderOf(openInbox(this.#directory), drop.route, async (home) => {
      const path = this.workingPath(drop)
      const isHere = (await statsOf(path)) !== null
      const isFolder =
        (await statsOf(path))?.isDirectory() &&
        (await statsOf(home.entry(drop.name)))?.isDirectory()
      if (!isFolder) {
        await this.#moveOut(drop, home, isHere)
        return
      }
      await withFolder(home.open(drop.name), async (rest) => {
        for (const file of await namesIn(path)) {
          if (await statsOf(rest.entry(file))) {
            throw new Error(`${join(path, file)} is in the way of another file. Remove one of them`)
          }
          await rename(join(path, file), rest.entry(file))
        }
      })
      await rmdir(path)
      await this.#moveOut(drop, home, false)
    })
    await this.#prune(drop.route)
  }

  /**
   * Moves something to `done/` or `failed/`, and writes its report beside it.
   *
   * @param onMoved runs before the report is written
   */
  async finish(
    drop: Drop,
    folder: 'done' | 'failed',
    report: object,
    onMoved: () => void,
  ): Promise<void> {
    const opening = OpenFolder.at(join(this.#directory, folder))
    await this.#withFolderOf(opening, drop.route, async (place) => {
      const name = await this.#moveOut(drop, place, true)
      onMoved()
      const text = `${JSON.stringify(report, null, 2)}\n`
      await writeFile(place.entry(`${name}.report.json`), text, { flag: 'wx' })
    })
    await this.#prune(drop.route)
  }

  /**
   * Moves something and what belongs to it from `working/` to a folder.
   *
   * @param isHere whether it is still in `working/`; else only what belongs to it
   * @returns the name that it has there
   */
  async #moveOut(drop: Drop, place: OpenFolder, isHere: boolean): Promise<string> {
    const companions = await this.companions(drop)
    const endings = companions.map((path) => path.slice(this.workingPath(drop).length))
    const name = isHere ? await freeName(place, drop.name, endings) : drop.name
    if (isHere) await rename(this.workingPath(drop), place.entry(name))
    for (const [index, path] of companions.entries()) {
      const target = `${name}${endings[index]}`
      if (!isHere && (await statsOf(place.entry(target)))) {
        throw new Error(`${path} is in the way of another file. Remove one of them`)
      }
      await rename(path, place.entry(target))
    }
    return name
  }

  /** Opens the folder of a route, and makes it first. */
  async #withFolderOf(
    opening: Promise<OpenFolder>,
    route: readonly string[],
    work: (folder: OpenFolder) => Promise<void>,
  ): Promise<void> {
    await withFolder(opening, (top) => withFolder(top.makeAll(route), work))
  }

  /** Removes the folders of a route in `working/` that are empty. */
  async #prune(route: readonly string[]): Promise<void> {
    for (let depth = route.length; depth > 0; depth--) {
      const isGone = await rmdir(this.#working(...route.slice(0, depth))).then(
        () => true,
        () => false,
      )
      if (!isGone) return
    }
  }

  #working(...names: readonly string[]): string {
    return join(this.#directory, 'working', ...names)
  }
}

/** A name that nothing in a folder has, nor what would belong to it: earlier files stay. */
async function freeName(
  place: OpenFolder,
  name: string,
  endings: readonly string[],
): Promise<string> {
  for (let number = 1; ; number++) {
    const [prefix, rest] = isPages(name)
      ? [pagesPrefix, name.slice(pagesPrefix.length)]
      : ['', name]
    const free = number === 1 ? name : `${prefix}${number}-${rest}`
    const taken = await Promise.all(
      ['', '.report.json', ...endings].map((ending) => statsOf(place.entry(`${free}${ending}`))),
    )
    if (taken.every((one) => one === null)) return free
  }
}
