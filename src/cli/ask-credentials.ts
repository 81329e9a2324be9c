import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { ConfigError } from '../config/settings.ts'
import type { Connector } from '../sources/connector.ts'
import { constantCase } from '../values/letter-case.ts'
import { collectValues } from './data-command.ts'
import { printError } from './print.ts'
import { askSecret, typedLine } from './prompt.ts'
import type { Shell } from './shell.ts'

/** Where the values of a connector's fields come from. */
export interface CredentialOptions {
  readonly set?: readonly string[]
  readonly fromEnv?: boolean
  readonly fromFile?: string
}

export const withCredentialOptions = (command: Command): Command =>
  command
    .option('--from-env', 'read the fields from the environment: ADTALLY_<CONNECTOR>_<FIELD>')
    .option('--from-file <file>', 'read the fields from a file of lines FIELD=VALUE, or of JSON')
    .option('--set <field=value>', 'a field that is no secret; repeatable', collectValues)

/** The variable of a field: `ADTALLY_APPLOVIN_MAX_API_KEY`. */
export const credentialVariable = ({ name }: Connector, field: string): string =>
  `ADTALLY_${constantCase(`${name}_${field}`)}`

/**
 * Reads the values of a connector's fields, and asks for those that are missing on a terminal. Secrets are never
 * arguments: every user of the machine can see those.
 *
 * @param missing the fields to ask for
 * @throws ConfigError when a file cannot be read, a secret is an argument, or the prompt is cancelled
 */
export async function readCredentials(
  shell: Shell,
  connector: Connector,
  options: CredentialOptions,
  missing: (values: Readonly<Record<string, string>>) => readonly string[],
): Promise<Record<string, string>> {
  const values: Record<string, string> = {
    ...(options.fromEnv && fromEnvironment(shell, connector)),
    ...(options.fromFile !== undefined && (await fromFile(shell, options.fromFile))),
    ...fromArguments(connector, options.set ?? []),
  }
  if (!shell.stdin.isTTY) {
    refuseMissing(connector, missing(values))
    return values
  }
  for (const field of missing(values)) {
    const value = await ask(shell, connector, field)
    if (value !== '') values[field] = value
  }
  return values
}

/** Nobody can be asked: says how else to give fields. */
function refuseMissing(connector: Connector, asked: readonly string[]): void {
  const needed = asked.filter((field) => connector.fields[field]?.default === undefined)
  if (needed.length === 0) return
  const variables = needed.map((field) => credentialVariable(connector, field))
  throw new ConfigError(
    `${connector.name} needs ${needed.join(', ')}. Without a terminal, use --from-file FILE, or --from-env with ${variables.join(', ')}`,
  )
}

function fromEnvironment({ env }: Shell, connector: Connector): Record<string, string> {
  const found = Object.keys(connector.fields).map((field) => [
    field,
    env[credentialVariable(connector, field)],
  ])
  return Object.fromEntries(found.filter(([, value]) => value))
}

async function fromFile(shell: Shell, name: string): Promise<Record<string, string>> {
  const text = await readFile(resolve(shell.cwd, name), 'utf8').catch((cause) => {
    throw new ConfigError(`--from-file: ${name} cannot be read`, { cause })
  })
  if (text.trimStart().startsWith('{')) return fromJson(name, text)
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return Object.fromEntries(
    lines.flatMap((line, index) => {
      if (line === '' || line.startsWith('#')) return []
      const [, field, value] = /^([A-Za-z]\w*)\s*=\s*(.*)$/.exec(line) ?? []
      if (field === undefined) {
        throw new ConfigError(`--from-file: line ${index + 1} of ${name} is not FIELD=VALUE`)
      }
      return [[field, unquoted(value!)]]
    }),
  )
}

/** Quotes around a value are those of a shell. */
const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value

function fromJson(name: string, text: string): Record<string, string> {
  try {
    const values = JSON.parse(text) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        // A key may be JSON itself.
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
  } catch {
    // The fault would quote the file.
    throw new ConfigError(`--from-file: ${name} is not valid JSON`)
  }
}

function fromArguments({ fields }: Connector, given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const equals = text.indexOf('=')
      const field = text.slice(0, equals)
      if (equals < 1) throw new ConfigError('--set: write FIELD=VALUE')
      if (fields[field]?.isSecret) {
        throw new ConfigError(
          `--set: ${field} is a secret, which every user of this machine could see. Leave it out to be asked, or use --from-file or --from-env`,
        )
      }
      return [field, text.slice(equals + 1)]
    }),
  )
}

/** @returns '' for nothing */
async function ask(shell: Shell, connector: Connector, field: string): Promise<string> {
  const { stdin, stdout } = shell
  const { title, where, isSecret, choices, default: byDefault } = connector.fields[field]!
  printError(shell, `${title}: ${where}`)
  const enter = byDefault === '' ? 'Enter for none' : `Enter for ${byDefault}`
  const known = [choices?.join(' or '), byDefault !== undefined && enter].filter(Boolean).join('; ')
  const message = `${title}${known && ` (${known})`}:`
  if (isSecret) return askSecret(stdin, stdout, message)
  for (;;) {
    const value = await readLine(shell, `${message} `)
    if (value === '' || !choices || choices.includes(value)) return value
    printError(shell, `"${value}" is not accepted. Accepted: ${choices.join(', ')}`)
  }
}

/** @throws ConfigError for Ctrl-C and the end of the input */
async function readLine({ stdin, stdout }: Shell, question: string): Promise<string> {
  const line = await typedLine(question, { input: stdin, output: stdout })
  if (line === null) throw new ConfigError('cancelled; nothing was changed')
  return line
}
