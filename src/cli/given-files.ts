import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { GivenFile, InputFormat } from '../sources/readers/input-file.ts'
import type { Shell } from './shell.ts'

const standardInput = '-'

/**
 * Resolves a command's file arguments. Standard input is written to a temporary file.
 *
 * @param work is called with the files and their format; if standard input is the only file, the
 *   default format is CSV
 */
export async function withGivenFiles<Result>(
  { cwd, stdin }: Shell,
  names: readonly string[],
  format: InputFormat | undefined,
  work: (files: GivenFile[], format: InputFormat | undefined) => Promise<Result>,
): Promise<Result> {
  if (!names.includes(standardInput)) {
    return work(
      names.map((name) => ({ name, path: resolve(cwd, name) })),
      format,
    )
  }
  const directory = await mkdtemp(join(tmpdir(), 'adtally-'))
  try {
    const path = join(directory, 'standard-input')
    await pipeline(stdin, createWriteStream(path))
    const files = names.map((name) =>
      name === standardInput
        ? { name: 'standard input', path }
        : { name, path: resolve(cwd, name) },
    )
    return await work(files, format ?? (names.length === 1 ? 'csv' : undefined))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
