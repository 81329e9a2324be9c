import { megabytes } from '../values/megabytes.ts'
import { printError } from './print.ts'
import type { Shell } from './shell.ts'
import { quietMs } from './show-progress.ts'

const lineIntervalMs = 2_000

/** Shows on stderr how many bytes of a backup were copied. */
export interface BytesDisplay {
  readonly add: (bytes: number) => void
  readonly stop: () => void
}

/**
 * Shows a bar on a terminal; elsewhere, prints a line every two seconds after the first ten.
 *
 * @param verb what is done, such as `copied`
 * @param total null when it is unknown
 */
export async function showBytes(
  shell: Shell,
  verb: string,
  total: number | null,
): Promise<BytesDisplay> {
  let done = 0
  const shown = () =>
    total === null ? megabytes(done) : `${megabytes(done)} of ${megabytes(total)}`
  if (shell.stderr.isTTY && total !== null) {
    const { Presets, SingleBar } = await import('cli-progress')
    const settings = { format: '{bar} {shown}', stream: shell.stderr, clearOnComplete: true }
    const bar = new SingleBar(settings, Presets.shades_classic)
    bar.start(total, 0, { shown: shown() })
    return {
      add: (bytes) => {
        done += bytes
        bar.update(Math.min(done, total), { shown: shown() })
      },
      stop: () => bar.stop(),
    }
  }
  const startedAt = performance.now()
  let printedAt = startedAt
  return {
    add: (bytes) => {
      done += bytes
      const now = performance.now()
      if (now - startedAt < quietMs || now - printedAt < lineIntervalMs) return
      printedAt = now
      printError(shell, `${verb}: ${shown()}`)
    },
    stop: () => undefined,
  }
}
