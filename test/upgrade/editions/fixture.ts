import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { EditionName } from './history.ts'
import type { Recorded } from './questions.ts'

/** An edition's answers about its own history, and after the later commands. */
export interface Answers {
  readonly first: readonly Recorded[]
  readonly later: readonly Recorded[]
  /** The output of the printing commands, each as JSON. */
  readonly printed: readonly unknown[]
  readonly printedLater: readonly unknown[]
  /** The output of the commands that list what the first edition had not; absent for it. */
  readonly listed?: readonly unknown[]
  /** The cookie of a session that was opened before everything else. */
  readonly cookie: string
}

export interface Fixture {
  /** Files of the data directory, in Base64. */
  readonly files: Readonly<Record<string, string>>
  /** The same history on servers. */
  readonly postgres: string
  readonly clickhouse: readonly ClickhouseTable[]
  readonly onFiles: Answers
  readonly onServers: Answers
}

export interface ClickhouseTable {
  readonly name: string
  readonly create: string
  /** Lines of JSONCompactEachRow. */
  readonly rows: string
}

const pathOf = (name: EditionName) => join(import.meta.dirname, `${name}.json.br`)

export const readFixture = async (name: EditionName): Promise<Fixture> =>
  JSON.parse(brotliDecompressSync(await readFile(pathOf(name))).toString())

/** @returns its size in bytes */
export async function writeFixture(name: EditionName, fixture: Fixture): Promise<number> {
  const text = Buffer.from(JSON.stringify(fixture))
  const packed = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  await writeFile(pathOf(name), packed)
  return packed.length
}
