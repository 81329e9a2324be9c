import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { temporaryFolder } from '../sources/readers/temporary-folder.ts'
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
  await using folder = await temporaryFolder(tmpdir(), 'adtally-')
  const path = join(folder.path, 'standard-input')
  await pipeline(stdin, createWriteStream(path))
  return await work(
    names.map((name) =>
      name === standardInput
        ? { name: 'standard input', path }
        : { name, path: resolve(cwd, name) },
    ),
  )
}
