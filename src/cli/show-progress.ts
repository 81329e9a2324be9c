import type { ImportProgress } from '../sources/import-progress.ts'
import { counted } from '../wording/phrases.ts'
import { grouped, printError } from './print.ts'
import type { Shell } from './shell.ts'

/** Shows the progress of an import on stderr. */
export interface ProgressDisplay {
  readonly update: (progress: ImportProgress) => void
  readonly stop: () => void
}

const lineIntervalMs = 2_000
/** Without a terminal, shorter work prints no progress. */
export const quietMs = 10_000

/** Shows a bar on a terminal; elsewhere, prints a line every two seconds after the first ten. */
export async function showProgress(shell: Shell): Promise<ProgressDisplay> {
  return shell.stderr.isTTY ? progressBar(shell) : progressLines(shell)
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
  ...{ fetching: 100, reading: phaseStart.checking, compacting: 100 },
}

async function progressBar({ stderr }: Shell): Promise<ProgressDisplay> {
  const { Presets, SingleBar } = await import('cli-progress')
  const bar = new SingleBar(
    {
      format: '{bar} {phase} {count}',
      stream: stderr,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  )
  const count = counter()
  let started = false
  return {
    update: (progress) => {
      const { phase, fraction = 0 } = progress
      const share = shares[phase] ?? 0
      const done = phaseStart[phase] + fraction * share
      const shown = { phase, count: count(progress) }
      if (!started) bar.start(100, done, shown)
      started = true
      bar.update(done, shown)
    },
    stop: () => {
      if (started) bar.stop()
    },
  }
}

function progressLines(shell: Shell): ProgressDisplay {
  const count = counter()
  const startedAt = performance.now()
  let printedAt = Number.NEGATIVE_INFINITY
  let printedPhase = ''
  return {
    update: (progress) => {
      const now = performance.now()
      if (now - startedAt < quietMs) return
      if (progress.phase === printedPhase && now - printedAt < lineIntervalMs) return
      printedAt = now
      printedPhase = progress.phase
      printError(shell, `${progress.phase}: ${count(progress)}`)
    },
    stop: () => undefined,
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
