import type { ImportProgress } from '../sources/import-progress.ts'
import { counted } from '../wording/phrases.ts'
import { grouped } from './print.ts'
import { progressLine } from './progress-line.ts'
import type { Shell } from './shell.ts'

/** Shows the progress of an import on stderr. */
export interface ProgressDisplay {
  readonly update: (progress: ImportProgress) => void
  readonly stop: () => void
}

/** The percentage of an import's time that has passed when a phase starts. */
const phaseStart = {
  waiting: 0,
  fetching: 0,
  reading: 0,
  checking: 50,
  writing: 60,
  compacting: 0,
} as const

/** The percentage that a phase takes, where its progress is known. */
const shares: Readonly<Partial<Record<ImportProgress['phase'], number>>> = {
  fetching: 100,
  reading: phaseStart.checking,
  compacting: 100,
}

/** Shows a bar on a terminal; see {@link progressLine}. */
export function showProgress(shell: Shell): ProgressDisplay {
  const { show, stop } = progressLine(shell)
  const count = counter()
  return {
    update: (progress) => {
      const { phase, fraction = 0 } = progress
      show({
        done: (phaseStart[phase] + fraction * (shares[phase] ?? 0)) / 100,
        text: `${phase}: ${count(progress)}`,
        part: phase,
      })
    },
    stop,
  }
}

/** Words how far a phase is: days that are fetched, or rows. */
function counter() {
  const startedAt = performance.now()
  return ({ rows = 0, days, waitMs }: ImportProgress): string => {
    if (waitMs !== undefined) {
      return `for another process, at most ${counted(Math.ceil(waitMs / 1_000), 'second')}`
    }
    if (days) return `${grouped(days.done)} of ${counted(days.of, 'day')}`
    const seconds = (performance.now() - startedAt) / 1_000
    return `${grouped(rows)} rows, ${grouped(Math.round(rows / Math.max(seconds, 0.001)))} rows/s`
  }
}
