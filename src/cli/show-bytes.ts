import { megabytes } from '../values/megabytes.ts'
import { progressLine } from './progress-line.ts'
import type { Shell } from './shell.ts'

/** Shows on stderr how many bytes of a backup were copied. */
export interface BytesDisplay {
  readonly add: (bytes: number) => void
  readonly stop: () => void
}

/**
 * @param verb what is done, such as `copied`
 * @param total null when it is unknown
 */
export function showBytes(shell: Shell, verb: string, total: number | null): BytesDisplay {
  const { show, stop } = progressLine(shell)
  let bytes = 0
  return {
    add: (more) => {
      bytes += more
      const text = total === null ? megabytes(bytes) : `${megabytes(bytes)} of ${megabytes(total)}`
      show({ done: total === null ? null : bytes / total, text: `${verb}: ${text}` })
    },
    stop,
  }
}
