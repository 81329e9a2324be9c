import { closeSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs'
import type { Draw } from '../draw.ts'

/** Positions in a file, by what the engines store there. */
const areas = {
  'figures.duckdb': { header: [0, 12_288], 'first blocks': [12_288, 800_000], anywhere: null },
  'figures.duckdb.wal': { header: [0, 64], anywhere: null },
  'adtally.sqlite': { header: [0, 100], catalogue: [100, 4_096], anywhere: null },
  'adtally.sqlite-wal': { header: [0, 32], 'first frame': [32, 4_152], anywhere: null },
  'secret.key': { anywhere: null },
} as const

export const damagedFiles = Object.keys(areas) as (keyof typeof areas)[]

const kinds = ['flipped bit', 'flipped bit', 'flipped bit', 'zeros', 'truncated'] as const

/** Damages a file as a failing disk does. @returns a description of the damage */
export function damage(path: string, file: keyof typeof areas, draw: Draw): string {
  const { size } = statSync(path)
  const [area, range] = draw.of(Object.entries(areas[file]) as [string, [number, number] | null][])
  const from = Math.min(range?.[0] ?? 0, size - 1)
  const offset = from + draw.below(Math.min(range?.[1] ?? size, size) - from)
  const kind = draw.of(kinds)
  if (kind === 'truncated') truncateSync(path, offset)
  else if (kind === 'zeros') write(path, offset, Buffer.alloc(Math.min(4_096, size - offset)))
  else {
    const [byte = 0] = read(path, offset)
    write(path, offset, Buffer.of(byte ^ (1 << draw.below(8))))
  }
  return `${file} ${area}: ${kind} at ${offset} of ${size}`
}

function read(path: string, offset: number): Buffer {
  const bytes = Buffer.alloc(1)
  const handle = openSync(path, 'r')
  readSync(handle, bytes, 0, 1, offset)
  closeSync(handle)
  return bytes
}

function write(path: string, offset: number, bytes: Buffer): void {
  const handle = openSync(path, 'r+')
  writeSync(handle, bytes, 0, bytes.length, offset)
  closeSync(handle)
}
