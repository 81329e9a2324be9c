import type { Environment } from '../config/settings.ts'

let startedAs = 'adtally'
let isCommand = /(?!)/g

/**
 * Tells how this process was started, once, before anything is printed. npm sets variables in what `npm run` and
 * `npx` run.
 *
 * @param subcommands the names that may follow `adtally` in a command
 */
export function setProgramName(env: Environment, subcommands: readonly string[]): void {
  const { npm_command: npmCommand, npm_lifecycle_event: script = '' } = env
  if (npmCommand === 'exec') startedAs = 'npx adtally'
  else startedAs = ['start', 'adtally'].includes(script) ? 'npm run -s adtally --' : 'adtally'
  isCommand = new RegExp(`\\badtally (?=(?:${subcommands.join('|')})\\b)`, 'g')
}

/** A text whose commands can be pasted where this process was started. */
export const pasteable = (text: string): string => text.replace(isCommand, `${startedAs} `)
