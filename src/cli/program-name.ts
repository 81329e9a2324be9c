import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { shellWord } from '../values/shell-word.ts'
import type { Shell } from './shell.ts'

let startedAs = 'adtally'
let isCommand = /(?!)/g

/**
 * Tells how this process was started, once, before anything is printed. npm sets variables in what `npm run` and
 * `npx` run.
 *
 * @param subcommands the names that may follow `adtally` in a command
 */
export function setProgramName(
  { env, cwd, script = '' }: Pick<Shell, 'env' | 'cwd' | 'script'>,
  subcommands: readonly string[],
): void {
  const { npm_command: npmCommand, npm_lifecycle_event: event = '' } = env
  if (npmCommand === 'exec') startedAs = `npx ${packageOf(script, cwd)}`
  else startedAs = ['start', 'adtally'].includes(event) ? 'npm run -s adtally --' : 'adtally'
  isCommand = new RegExp(`\\badtally (?=(?:${subcommands.join('|')})\\b)`, 'g')
}

/** A text whose commands can be pasted where this process was started. */
export const pasteable = (text: string): string => text.replace(isCommand, () => `${startedAs} `)

/**
 * The package that `npx` runs. It installs a tarball in a folder of its cache, whose manifest has the
 * tarball's path; by the name alone, it would look for the package in the registry.
 *
 * @param script a path such as `…/_npx/0f1c8cd0/node_modules/.bin/adtally`
 */
function packageOf(script: string, cwd: string): string {
  const folder = resolve(dirname(script), '../..')
  const spec = tarballIn(folder)
  if (spec === null) return 'adtally'
  if (!spec.startsWith('file:')) return shellWord(spec)
  const path = resolve(folder, spec.slice('file:'.length))
  const near = relative(cwd, path)
  // npx runs an absolute path as a program.
  return shellWord(near.startsWith('..') ? `file:${path}` : `./${near}`)
}

/** The place of the tarball that a folder of npx's cache was made from; null for any other folder. */
function tarballIn(folder: string): string | null {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const spec = '_npx' in manifest && manifest.dependencies.adtally
    return typeof spec === 'string' && spec.includes(':') ? spec : null
  } catch {
    return null
  }
}
