import { printError } from './print.ts'
import type { Shell } from './shell.ts'

/** The contents of a line of progress. */
export interface Shown {
  /** How much is done, from 0 to 1; null when that is unknown. */
  readonly done: number | null
  readonly text: string
  /** Another part of the work is told at once. */
  readonly part?: string
}

/** Progress of long work, on stderr. */
export interface ProgressLine {
  readonly show: (shown: Shown) => void
  readonly stop: () => void
}

const clearLine = '\r\u001b[2K'
const barCharacters = 40
const barIntervalMs = 100
const lineIntervalMs = 2_000
/** Without a terminal, shorter work prints nothing. */
const quietMs = 10_000

/**
 * One line that changes, on a terminal: with a bar where it is known how much is done. It is gone at the end. Elsewhere a
 * line every two seconds, after the first ten.
 */
export function progressLine(shell: Shell): ProgressLine {
  const { stderr } = shell
  const { isTTY } = stderr
  const startedMs = performance.now()
  let shownMs: number | null = null
  let shownPart: string | undefined
  return {
    show: ({ done, text, part }) => {
      const nowMs = performance.now()
      if (!isTTY && nowMs - startedMs < quietMs) return
      const intervalMs = isTTY ? barIntervalMs : lineIntervalMs
      if (shownMs !== null && nowMs - shownMs < intervalMs && part === shownPart) return
      shownMs = nowMs
      shownPart = part
      if (isTTY) stderr.write(`${clearLine}${done === null ? '' : `${barOf(done)} `}${text}`)
      else printError(shell, text)
    },
    stop: () => {
      if (isTTY && shownMs !== null) stderr.write(clearLine)
    },
  }
}

function barOf(done: number): string {
  const full = Math.round(Math.min(Math.max(done, 0), 1) * barCharacters)
  return '█'.repeat(full) + '░'.repeat(barCharacters - full)
}
