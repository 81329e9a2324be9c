import { Presets, SingleBar } from 'cli-progress'
import type { ImportProgress } from '../sources/import-progress.ts'

/** Shows how far an import is, on stderr. */
export interface ProgressDisplay {
  readonly update: (progress: ImportProgress) => void
  readonly stop: () => void
}

const lineIntervalMs = 2_000

/** A bar on a terminal, a line every other second elsewhere. */
export function showProgress(): ProgressDisplay {
  return process.stderr.isTTY ? progressBar() : progressLines()
}

/** What part of an import's time is over when a phase begins; reading fills the part up to the next. */
const phaseStart = { reading: 0, checking: 50, writing: 60 } as const

function progressBar(): ProgressDisplay {
  const bar = new SingleBar(
    {
      format: '{bar} {phase} {rows} rows, {rate} rows/s',
      stream: process.stderr,
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

function progressLines(): ProgressDisplay {
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
      console.error(`${progress.phase}: ${rows} rows, ${perSecond} rows/s`)
    },
    stop: () => undefined,
  }
}

function rateOf() {
  const startedAt = performance.now()
  return ({ rows = 0 }: ImportProgress) => {
    const seconds = (performance.now() - startedAt) / 1_000
    return {
      rows: rows.toLocaleString('en-US'),
      rate: Math.round(rows / Math.max(seconds, 0.001)).toLocaleString('en-US'),
    }
  }
}
