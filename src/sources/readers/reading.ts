import { open, stat } from 'node:fs/promises'
import type { Refusal } from '../../values/refusal.ts'
import type { ImportLimits } from '../import-limits.ts'
import { refuse } from '../refusals.ts'

/** How files of one import are read. */
export interface Reading {
  readonly limits: ImportLimits
  /** Ends the reading; its abort gives the reason. */
  readonly signal: AbortSignal
}

/** Refuses a file for a limit of its import. @param line null where it is not known */
export function limitExceeded(
  file: string,
  limit: keyof ImportLimits,
  { limits }: Pick<Reading, 'limits'>,
  line: number | null = null,
): Refusal {
  return refuse('limit_exceeded', { file, line, limit, maximum: limits[limit] })
}

const maxChunkBytes = 1_048_576

/** Buffers of a megabyte for each small file would make V8 collect garbage after every few imports. */
export const chunkBytesOf = async (path: string): Promise<number> =>
  Math.min(maxChunkBytes, (await stat(path)).size + 1)

/** The bytes of a file. A chunk is valid until the next one, which takes its memory. */
export async function* readChunks(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(await chunkBytesOf(path))
    for (;;) {
      signal.throwIfAborted()
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
