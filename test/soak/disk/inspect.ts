import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Findings } from './read-everything.ts'

const longestMs = 300_000

/** Runs a script of this folder in a separate process. */
export async function runScript(name: string, args: readonly string[]) {
  const script = join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const ended = Promise.withResolvers<NodeJS.Signals | null>()
  child.once('close', (_, signal) => ended.resolve(signal))
  const signal = await ended.promise
  clearTimeout(timer)
  return { ...output, code: child.exitCode, signal }
}

export interface Inspected extends Omit<Findings, 'outcome'> {
  readonly outcome: Findings['outcome'] | 'crashed'
}

/** Opens damaged directories and asks all questions. An engine may end the process; the next one continues. */
export async function inspect(
  expectedFile: string,
  directories: readonly string[],
): Promise<Inspected[]> {
  const found: Inspected[] = []
  while (found.length < directories.length) {
    const rest = directories.slice(found.length)
    const { stdout, stderr, code, signal } = await runScript('read-everything', [
      expectedFile,
      ...rest,
    ])
    const lines = stdout.split('\n').slice(0, -1)
    found.push(...lines.map((line) => JSON.parse(line) as Findings))
    if (lines.length === rest.length) break
    const message = `${signal ?? code}: ${stderr.slice(0, 300)}`
    const directory = directories[found.length]!
    found.push({ directory, outcome: 'crashed', wasOpened: false, message })
  }
  expect(found.map(({ directory }) => directory)).toEqual(directories)
  return found
}
