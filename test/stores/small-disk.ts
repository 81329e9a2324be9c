import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Why no small disk can be mounted here; null when it can. */
export const whyNoDisks: string | null = await findReason()

/** A file system of its own size in memory, for one test. */
export async function mountSmallDisk(megabytes: number) {
  const path = await mkdtemp(join(tmpdir(), 'adtally-disk-'))
  const { status, stderr } = mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)
  if (status !== 0) throw new Error(String(stderr))
  onTestFinished(async () => {
    spawnSync('umount', ['--lazy', path])
    await rm(path, { recursive: true, force: true })
  })
  const filler = join(path, 'filler')
  return {
    path,
    /** Takes all room but so many bytes. */
    fill: (leftBytes: number) => {
      rmSync(filler, { force: true })
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
    },
    empty: () => rmSync(filler, { force: true }),
    remount: (option: 'ro' | 'rw') => {
      const remounted = mount('-o', `remount,${option}`, path)
      if (remounted.status !== 0) throw new Error(String(remounted.stderr))
    },
  }
}

function mount(...args: string[]) {
  return spawnSync('mount', args)
}

async function findReason(): Promise<string | null> {
  const path = await mkdtemp(join(tmpdir(), 'adtally-disk-'))
  const { status, stderr, error } = mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path)
  if (status === 0) spawnSync('umount', [path])
  await rm(path, { recursive: true, force: true })
  return status === 0 ? null : `a small disk cannot be mounted: ${error?.message ?? stderr}`
}
