import type { Stats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GivenFile } from '../../sources/readers/input-file.ts'
import { refuse } from '../refusals.ts'
import { type OpenFolder, withFolder } from './open-folder.ts'

/** Entries of one folder that are looked at. */
export const maxEntries = 10_000

/** The names that programs give to files that are still being written. */
const unfinished = /^\.|\.(part|partial|tmp|crdownload)$/i

/** The files that file managers leave in folders. */
const ownFiles: ReadonlySet<string> = new Set(['.DS_Store', '.directory'])

/** The files of one import: a file, or a folder whose files are the pages of one report. */
export interface Drop {
  /** The folders that it is in. */
  readonly route: readonly string[]
  readonly name: string
}

export const pathOf = ({ route, name }: Drop): string => [...route, name].join('/')

/** How the name of a folder begins whose files are one import. All other folders are routes. */
export const pagesPrefix = 'pages='

export const isPages = (name: string): boolean => name.startsWith(pagesPrefix)

/** Files that say how another one is imported: `march.csv.import.json`, `march.csv.rates.csv`. */
const companion = /^(.+)\.(import\.json|rates\.csv)$/

/** The name of what a file belongs to; null for a file of its own. */
export const dropOfCompanion = (name: string): string | null => companion.exec(name)?.[1] ?? null

/** Whether something of this name is to be left alone. */
export const isUnfinished = (name: string): boolean => unfinished.test(name)

/** An entry of a folder. Links are not followed. */
export type InboxEntry =
  /** @param state how large and how old it is, with everything that belongs to it */
  | { readonly kind: 'drop'; readonly state: string }
  | { readonly kind: 'route' }
  /** A folder with a file that is still being written. */
  | { readonly kind: 'unfinished'; readonly name: string }
  /** Nothing that is imported. */
  | { readonly kind: 'other'; readonly what: string }

/** The names in a folder, sorted; only the first of very many. */
export async function namesIn(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
  limit = maxEntries,
): Promise<string[]> {
  const names: string[] = []
  if (limit <= 0) return names
  for await (const { name } of await opendir(folder)) {
    if (isWanted(name) && names.push(name) === limit) break
  }
  return names.sort()
}

/**
 * Reads an entry of a folder; null when it is gone.
 *
 * @param companions the names of the files that belong to it
 */
export async function lookAt(
  folder: OpenFolder,
  name: string,
  companions: readonly string[],
): Promise<InboxEntry | null> {
  const found = await statsOf(folder.entry(name))
  if (!found) return null
  const beside = await Promise.all(
    companions.map(async (one) => stateOf(await statsOf(folder.entry(one)))),
  )
  if (found.isFile()) return { kind: 'drop', state: [stateOf(found), ...beside].join(' ') }
  if (!found.isDirectory()) return { kind: 'other', what: kindOf(found) }
  if (!isPages(name)) return { kind: 'route' }
  return withFolder(folder.open(name), (pages) => lookAtPages(pages, beside))
}

async function lookAtPages(pages: OpenFolder, beside: readonly string[]): Promise<InboxEntry> {
  const names = await namesIn(pages.path, (name) => !ownFiles.has(name))
  if (names.length === maxEntries) {
    return { kind: 'other', what: `a folder with ${maxEntries} files or more` }
  }
  const states = [...beside]
  for (const name of names) {
    if (isUnfinished(name)) return { kind: 'unfinished', name }
    states.push(`${name}:${stateOf(await statsOf(pages.entry(name)))}`)
  }
  return { kind: 'drop', state: states.join(' ') }
}

/**
 * The files of something that is where nobody else can change it, by name.
 *
 * @throws Refusal when it is or has something else than a file, or is an empty folder
 */
export async function filesOf(path: string, name: string): Promise<GivenFile[]> {
  const found = await lstat(path)
  if (!found.isDirectory()) {
    if (!found.isFile()) throw refuse('not_a_file', { name, what: kindOf(found) })
    return [{ name, path }]
  }
  const names = await namesIn(path, (file) => !ownFiles.has(file))
  if (names.length === 0) throw refuse('folder_empty', { folder: name })
  const files = names.map((file) => ({ name: `${name}/${file}`, path: join(path, file) }))
  for (const file of files) {
    const inside = await lstat(file.path)
    if (!inside.isFile()) throw refuse('not_a_file', { name: file.name, what: kindOf(inside) })
  }
  return files
}

/** How large and how old files are. */
export async function statesOf(files: readonly GivenFile[]): Promise<string> {
  const states = await Promise.all(files.map(async ({ path }) => stateOf(await lstat(path), true)))
  return states.join(' ')
}

/** The status of a path, of the link itself if it is one; null when nothing exists there. */
export function statsOf(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null)
}

/** @param isMoved whether it was renamed meanwhile, which changes the time of its last change */
function stateOf(found: Stats | null, isMoved = false): string {
  if (!found) return 'gone'
  const { ino, size, mtimeMs, ctimeMs } = found
  return `${ino}/${size}@${mtimeMs}${isMoved ? '' : `,${ctimeMs}`}`
}

export function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a symbolic link'
  if (found.isFIFO()) return 'a pipe'
  if (found.isSocket()) return 'a socket'
  return found.isDirectory() ? 'a folder' : 'a device'
}
