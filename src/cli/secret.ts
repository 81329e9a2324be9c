import { resolve } from 'node:path'
import type { Command } from 'commander'
import { counted, listed } from '../wording/phrases.ts'
import { refuseWithoutData } from './connect.ts'
import { command, dataCommand, directoryOf, type JsonOptions, jsonOption } from './data-command.ts'
import { print, printError, printJson } from './print.ts'
import type { Shell } from './shell.ts'

interface RotateOptions extends JsonOptions {
  readonly newSecretFile?: string
}

/** `adtally secret`: what API keys, second factors and networks' credentials are encrypted with. */
export function secretCommand(shell: Shell): Command {
  return command({
    name: 'secret',
    summary: 'Replace the secret that keys and credentials are encrypted with.',
    examples: ['secret rotate'],
  }).addCommand(rotateCommand(shell))
}

function rotateCommand(shell: Shell): Command {
  return dataCommand({
    name: 'rotate',
    summary: 'Replace the secret, and encrypt all keys and credentials again.',
    details:
      'Stop all Adtally processes first. API keys, passwords, sessions and connections keep working. Earlier backups need the earlier secret.',
    examples: ['secret rotate', 'secret rotate --new-secret-file /run/secrets/adtally-new'],
  })
    .option(
      '--new-secret-file <file>',
      'a file with the new secret, for a secret that Adtally cannot write (default: a new one in secret.key, or ADTALLY_SECRET_FILE)',
    )
    .addOption(jsonOption())
    .action(async (options: RotateOptions) => {
      const directory = directoryOf(shell, options)
      await refuseWithoutData(directory)
      const given = options.newSecretFile
      const newSecretFile = given === undefined ? null : resolve(shell.cwd, given)
      const { rotateSecret } = await import('../compose/rotate-secret.ts')
      const { unopened, ...counts } = await rotateSecret(directory, {
        newSecretFile,
        warn: (message) => printError(shell, `adtally: warning: ${message}`),
      })
      const { lossLine } = await import('../compose/lost-value.ts')
      for (const value of unopened) printError(shell, `adtally: warning: ${lossLine(value)}`)
      const { apiKeys, secondFactors, credentials, channels, destinations, signingKeys } = counts
      if (options.json) {
        printJson(shell, {
          secret_file: newSecretFile ?? directory.secret,
          api_keys: apiKeys,
          second_factors: secondFactors,
          credentials,
          channels,
          destinations,
          signing_keys: signingKeys,
          unopened,
        })
        return
      }
      const encrypted = [
        counted(apiKeys, 'API key'),
        counted(secondFactors, 'second factor'),
        counted(credentials, 'credential'),
        counted(channels, 'channel'),
        counted(destinations, 'destination'),
        counted(signingKeys, 'signing key'),
      ]
      print(shell, `Encrypted with the new secret: ${listed(encrypted)}.`)
      if (newSecretFile === null) print(shell, `The new secret is in ${directory.secret}.`)
      else
        print(
          shell,
          `Put ${newSecretFile} in the place of ${directory.secret}, then start Adtally.`,
        )
      print(shell, 'Make a backup now: earlier ones need the earlier secret.')
    })
}
