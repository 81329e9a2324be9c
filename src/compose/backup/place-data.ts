import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DataDirectory } from '../../config/data-directory.ts'
import { shellWord } from '../../values/shell-word.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/** The files that a restore puts in the place of earlier ones, with their logs. */
const placed = [
  ...['figures.duckdb', 'figures.duckdb.wal'],
  ...['adtally.sqlite', 'adtally.sqlite-wal', 'adtally.sqlite-shm', 'secret.key'],
]

/** Every restore that was begun is in a folder: not yet checked, checked, or half moved. */
const drafted = 'restore-draft-'
const checked = 'restore-checked-'
const moving = 'restore-moving-'
const replaced = 'replaced-'

export const restoreFolders = { drafted, checked, moving, replaced } as const

/**
 * Puts checked files in the place of a data directory's. From the first rename on, every start of Adtally
 * goes on where a crash ended it: see {@link finishRestore}.
 *
 * @param draft a folder in the data directory
 * @param stamp a name for this restore
 * @returns the folder with the earlier files; null when there were none
 */
export function placeData(root: string, draft: string, stamp: string): string | null {
  for (const name of readdirSync(draft)) {
    if (placed.includes(name)) sync(join(draft, name))
    else rmSync(join(draft, name), { recursive: true })
  }
  dropSameSecret(root, draft)
  sync(draft)
  renameSync(draft, join(root, `${checked}${stamp}`))
  sync(root)
  finishRestore(root)
  const aside = join(root, `${replaced}${stamp}`)
  return existsSync(aside) ? aside : null
}

/** Whether a restore was interrupted that {@link finishRestore} completes. */
export const isRestoring = (root: string): boolean =>
  existsSync(root) &&
  readdirSync(root).some((name) => name.startsWith(checked) || name.startsWith(moving))

/**
 * Refuses a data directory without data that a restore was to fill: an empty installation would be in its
 * place.
 *
 * @throws UnusableStoreError when a restore is under way, or was interrupted before its files were checked
 */
export function refuseDraft({ root, figures, relational }: DataDirectory): void {
  if (!existsSync(root) || existsSync(figures) || existsSync(relational)) return
  const draft = readdirSync(root).find((name) => name.startsWith(drafted))
  if (draft === undefined) return
  throw new UnusableStoreError(
    `a restore into ${root} is under way, or was interrupted before it changed anything. If it was interrupted, restore again: adtally restore FROM --data-dir ${shellWord(root)}. Or delete what it left: rm -r ${shellWord(join(root, draft))}`,
  )
}

/** Completes a restore that was interrupted after its files were checked. Nobody may use the stores. */
export function finishRestore(root: string): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(checked)) continue
    const stamp = name.slice(checked.length)
    moveAside(root, join(root, name), join(root, `${replaced}${stamp}`))
    renameSync(join(root, name), join(root, `${moving}${stamp}`))
    sync(root)
  }
  for (const name of readdirSync(root)) {
    if (!name.startsWith(moving)) continue
    const folder = join(root, name)
    for (const file of readdirSync(folder)) renameSync(join(folder, file), join(root, file))
    sync(root)
    rmSync(folder, { recursive: true })
  }
}

/** A secret that was there before the restore stays. */
function dropSameSecret(root: string, draft: string): void {
  const [present, restored] = [root, draft].map((folder) => join(folder, 'secret.key'))
  if (![present!, restored!].every(existsSync)) return
  const [one, other] = [readFileSync(present!, 'utf8'), readFileSync(restored!, 'utf8')]
  if (one.trim() === other.trim()) rmSync(restored!)
}

function moveAside(root: string, coming: string, aside: string): void {
  for (const file of placed) {
    // A secret that is elsewhere, or stays, is not in the restored files.
    const isKept = file === 'secret.key' && !existsSync(join(coming, file))
    if (isKept || !existsSync(join(root, file))) continue
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    renameSync(join(root, file), join(aside, file))
  }
  if (existsSync(aside)) sync(aside)
}

/** A renamed file must be on the disk, or a power cut could leave an empty file. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
