import type { ImportLimits } from '../sources/import-limits.ts'
import type { Reading } from '../sources/readers/reading.ts'
import { refuse } from './refusals.ts'

/**
 * Runs an import, and gives it up when it takes too long or is cancelled.
 *
 * @throws Refusal `import_out_of_time`
 */
export async function withDeadline<Result>(
  limits: ImportLimits,
  signal: AbortSignal,
  work: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const deadline = new AbortController()
  const { minutes } = limits
  const timer = setTimeout(
    () => deadline.abort(refuse('import_out_of_time', { minutes })),
    minutes * 60_000,
  )
  const either = AbortSignal.any([signal, deadline.signal])
  try {
    return await work({ limits, signal: either })
  } catch (error) {
    // Streams and statements that are cut off fail with errors of their own.
    throw either.aborted ? either.reason : error
  } finally {
    clearTimeout(timer)
  }
}
