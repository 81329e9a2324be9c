import type { ImportProgress } from '../sources/import-progress.ts'
import { grouped, printError } from './print.ts'
import type { Shell } from './shell.ts'

/** Shows the progress of an import on stderr. */
export interface ProgressDisplay {
  readonly update: (progress: ImportProgress) => void
  readonly stop: () => void
}

const lineIntervalMs = 2_000

/** Shows a bar on a terminal; elsewhere, prints a line every two seconds. */
export async function showProgress(shell: Shell): Promise<ProgressDisplay> {
  return shell.stderr.isTTY ? progressBar(shell) : progressLines(shell)
}

/** The percentage of an import's time that has passed when a phase starts. */
const phaseStart = { reading: 0, checking: 50, writing: 60 } as const

async function progressBar({ stderr }: Shell): Promise<ProgressDisplay> {
  const { Presets, SingleBar } = await import('cli-progress')
  const bar = new SingleBar(
    {
      format: '{bar} {phase} {rows} rows, {rate} rows/s',
      stream: stderr,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  )
  const rate = rateOf()
  let started = false
  return {
    update: (progress) => {
      const { phase, fraction = 0 } = progress
      const done = phaseStart[phase] + (phase === 'reading' ? fraction * phaseStart.checking : 0)
      const shown = { phase, ...rate(progress) }
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
  const rate = rateOf()
  let printedAt = Number.NEGATIVE_INFINITY
  let printedPhase = ''
  return {
    update: (progress) => {
      const now = performance.now()
      if (progress.phase === printedPhase && now - printedAt < lineIntervalMs) return
      printedAt = now
      printedPhase = progress.phase
      const { rows, rate: perSecond } = rate(progress)
      printError(shell, `${progress.phase}: ${rows} rows, ${perSecond} rows/s`)
    },
    stop: () => undefined,
  }
}

function rateOf() {
  const startedAt = performance.now()
  return ({ rows = 0 }: ImportProgress) => {
    const seconds = (performance.now() - startedAt) / 1_000
    return {
      rows: grouped(rows),
      rate: grouped(Math.round(rows / Math.max(seconds, 0.001))),
    }
  }
}
