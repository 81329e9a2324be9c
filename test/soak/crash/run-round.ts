import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataDirectory } from '../../../src/config/data-directory.ts'
import type { Outcome, Round } from './operations.ts'

const worker = join(import.meta.dirname, 'worker.ts')
const longestRoundMs = 120_000

export interface RoundResult {
  /** The worker's reports before it died. */
  readonly outcomes: readonly Outcome[]
  readonly wasKilled: boolean
}

/**
 * Runs operations in a separate process, and kills it unless it kills itself.
 *
 * @param killAfterMs counts from the first outcome, or from 0.5 s after the start; null for never
 */
export async function runRound(
  directory: DataDirectory,
  round: Round,
  killAfterMs: number | null,
): Promise<RoundResult> {
  const child = spawn(process.execPath, [worker, JSON.stringify(directory)], { stdio: 'pipe' })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  child.stdin.end(JSON.stringify(round))
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('close', (_, signal) => resolve(signal))
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), longestRoundMs)
  if (killAfterMs !== null) {
    const begun = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    await Promise.race([begun, ended])
    await Promise.race([delay(killAfterMs), ended])
    child.kill('SIGKILL')
  }
  const signal = await ended
  clearTimeout(timer)
  if (signal === null && child.exitCode !== 0) throw new Error(output.stderr)
  const lines = output.stdout.split('\n').slice(0, -1)
  return {
    outcomes: lines.map((line) => JSON.parse(line) as Outcome),
    wasKilled: signal !== null,
  }
}
