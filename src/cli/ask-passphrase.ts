import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError } from '../config/settings.ts'
import { readFirstLine } from './ask-password.ts'
import { askSecret } from './prompt.ts'
import type { Shell } from './shell.ts'

const minCharacters = 12

/** How a passphrase is given: by a file, else by prompt or the first line of stdin. */
export interface PassphraseOptions {
  readonly passphraseFile?: string
}

/** Asks for a new passphrase. @throws ConfigError when it is too short, or typed differently twice */
export async function askNewPassphrase(shell: Shell, options: PassphraseOptions): Promise<string> {
  const passphrase = await read(shell, options, 'Passphrase for the secret:')
  if ([...passphrase].length < minCharacters) {
    throw new ConfigError(`the passphrase needs at least ${minCharacters} characters`)
  }
  const isTyped = options.passphraseFile === undefined && shell.stdin.isTTY
  if (isTyped && (await ask(shell, 'Repeat the passphrase:')) !== passphrase) {
    throw new ConfigError('the two passphrases differ; no backup was made')
  }
  return passphrase
}

/** Asks for the passphrase of a file. */
export const askPassphrase = (
  shell: Shell,
  options: PassphraseOptions,
  place: string,
): Promise<string> => read(shell, options, `Passphrase of ${place}:`)

async function read(
  shell: Shell,
  { passphraseFile }: PassphraseOptions,
  message: string,
): Promise<string> {
  if (passphraseFile !== undefined) {
    const [line = ''] = (await readFile(resolve(shell.cwd, passphraseFile), 'utf8')).split(/\r?\n/)
    if (line !== '') return line
    throw new ConfigError(`--passphrase-file: ${passphraseFile} has no first line`)
  }
  if (shell.stdin.isTTY) return ask(shell, message)
  return readFirstLine(
    shell.stdin,
    'no passphrase: run the command in a terminal, pipe the passphrase into it, or add --passphrase-file FILE',
  )
}

/** Asks on stderr, because stdout may be the backup. */
const ask = ({ stdin, stderr }: Shell, message: string): Promise<string> =>
  askSecret(stdin, stderr, message)
