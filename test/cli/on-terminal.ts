import { spawn } from 'node:child_process'
import { shellWord } from '../../src/values/shell-word.ts'
import { type Outcome, type RunOptions, until } from './run-adtally.ts'
import { commandLine } from './spawn-adtally.ts'

/** A text to wait for on the terminal, and what is typed then. */
export type Typed = readonly [shown: string, keys: string]

export const enter = '\r'
export const ctrlC = '\u0003'
export const ctrlD = '\u0004'

/** Runs a command on a terminal of its own, and types. @returns everything that it showed as `stdout` */
export async function onTerminal(
  args: readonly string[],
  { cwd, env = {} }: RunOptions,
  typed: readonly Typed[],
): Promise<Outcome> {
  const words = commandLine(args).map(shellWord).join(' ')
  const { PATH = '', HOME = '' } = process.env
  // Without a user, `script` uses this shell.
  const child = spawn('script', ['--quiet', '--return', '--command', words, '/dev/null'], {
    cwd,
    env: { PATH, HOME, SHELL: '/bin/sh', TERM: 'xterm', ...env },
  })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  let answered = 0
  try {
    for (const [text, keys] of typed) {
      await until(() => (shown.includes(text, answered) ? true : null))
      answered = shown.length
      child.stdin.write(keys)
    }
    return { code: await exited, stdout: shown, stderr: '' }
  } finally {
    child.kill('SIGKILL')
  }
}
