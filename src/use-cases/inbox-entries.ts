import type { Stats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { refuse } from './refusals.ts'

/** Entries of one folder that are looked at. */
const maxEntries = 10_000

/** What programs call files that are still being written. */
const unfinished = /^\.|\.(part|partial|tmp|crdownload)$/i

/** What file managers leave in folders. */
const ownFiles: ReadonlySet<string> = new Set(['.DS_Store', '.directory'])

/** Whether something of this name is to be left alone. */
export const isUnfinished = (name: string): boolean => unfinished.test(name)

/** An entry of a folder. Links are not followed. */
export type InboxEntry =
  /** @param state how large and how old it is, a folder with all that is in it */
  | { readonly kind: 'file' | 'folder'; readonly state: string }
  /** A folder with a file that is still being written. */
  | { readonly kind: 'unfinished'; readonly name: string }
  /** Nothing that is imported. */
  | { readonly kind: 'other'; readonly what: string }

/** The names in a folder, sorted; only the first thousands of very many. */
export async function namesIn(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(folder)) {
    if (isWanted(name) && names.push(name) === maxEntries) break
  }
  return names.sort()
}

/** Reads the entry at a path; null when it is gone. */
export async function lookAt(path: string): Promise<InboxEntry | null> {
  const found = await statsOf(path)
  if (!found) return null
  if (found.isFile()) return { kind: 'file', state: stateOf(found) }
  if (!found.isDirectory()) return { kind: 'other', what: kindOf(found) }
  const names = await namesIn(path, (name) => !ownFiles.has(name))
  if (names.length === maxEntries) {
    return { kind: 'other', what: `a folder with ${maxEntries} files or more` }
  }
  const states: string[] = []
  for (const name of names) {
    if (isUnfinished(name)) return { kind: 'unfinished', name }
    const inside = await statsOf(join(path, name))
    states.push(`${name}:${inside && stateOf(inside)}`)
  }
  return { kind: 'folder', state: states.join(' ') }
}

/**
 * The files of something that lies where nobody else can change it, by name.
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
const stateOf = ({ ino, size, mtimeMs, ctimeMs }: Stats, isMoved = false): string =>
  `${ino}/${size}@${mtimeMs}${isMoved ? '' : `,${ctimeMs}`}`

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a symbolic link'
  if (found.isFIFO()) return 'a pipe'
  if (found.isSocket()) return 'a socket'
  return found.isDirectory() ? 'a folder' : 'a device'
}
