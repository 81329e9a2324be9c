import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { GivenFile } from '../sources/readers/input-file.ts'
import type { Shell } from './shell.ts'

const standardInput = '-'

/** Resolves a command's file arguments. Standard input is written to a temporary file. */
export async function withGivenFiles<Result>(
  { cwd, stdin }: Shell,
  names: readonly string[],
  work: (files: GivenFile[]) => Promise<Result>,
): Promise<Result> {
  if (!names.includes(standardInput)) {
    return work(names.map((name) => ({ name, path: resolve(cwd, name) })))
  }
  const directory = await mkdtemp(join(tmpdir(), 'adtally-'))
  try {
    const path = join(directory, 'standard-input')
    await pipeline(stdin, createWriteStream(path))
    return await work(
      names.map((name) =>
        name === standardInput
          ? { name: 'standard input', path }
          : { name, path: resolve(cwd, name) },
      ),
    )
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
