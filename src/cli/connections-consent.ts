import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { readBaseUrl } from '../config/serve.ts'
import { ConfigError } from '../config/settings.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { print, printError, printJson } from './print.ts'
import { printConnection, printTest } from './print-connections.ts'
import { typedLine } from './prompt.ts'
import type { Shell } from './shell.ts'

interface ConsentOptions extends JsonOptions {
  readonly redirectUri?: string
}

const consentPath = '/dashboard/connections/consent'
const localServer = 'http://127.0.0.1:8080'

/** `adtally connections consent`: the owner of a network's account consents in any browser. */
export function consentCommand(shell: Shell): Command {
  return dataCommand({
    name: 'consent',
    summary: "Have the owner of a network's account consent in a browser, then test.",
    details:
      'Prints an address to open in any browser, then asks for the address where the browser ends up. The page there need not load.',
    examples: ['connections consent studio admob'],
  })
    .argument('<username>', 'the account')
    .argument('<name>', 'name of the connection')
    .option(
      '--redirect-uri <address>',
      `where the browser ends, as it is registered for the OAuth client (default: ${consentPath} of ADTALLY_BASE_URL, or of ${localServer})`,
    )
    .addOption(jsonOption())
    .action(async (username: string, name: string, options: ConsentOptions) => {
      const useCases = await import('../use-cases/connections/consent.ts')
      const { testConnection } = await import('../use-cases/connections/test-connection.ts')
      const base = readBaseUrl(undefined, shell.env) ?? localServer
      const { redirectUri = base + consentPath } = options
      const about = { username, name, owner: `a command ${randomUUID()}` }
      const begun = await callUseCase(shell, options, useCases.beginConsent, {
        ...about,
        redirectUri,
      })
      const say = (text: string) => (options.json ? printError : print)(shell, text)
      say(`The OAuth client must list this redirect address: ${redirectUri}`)
      say(`Open this address in a browser, and consent within 10 minutes:\n${begun.url}`)
      const address = await readAddress(shell)
      const changed = await callUseCase(shell, options, useCases.finishConsent, {
        ...about,
        kept: begun.kept,
        address,
      })
      if (options.json) printJson(shell, changed)
      else printConnection(shell, changed)
      const tested = await callUseCase(shell, options, testConnection, { username, name })
      if (!options.json) printTest(shell, tested)
    })
}

/** The address that is pasted, or the first line of a pipe. @throws ConfigError when there is none */
async function readAddress({ stdin, stderr }: Shell): Promise<string> {
  const streams = { input: stdin, output: stderr, terminal: stdin.isTTY === true }
  const typed = await typedLine('Then paste the address that the browser ended at: ', streams)
  if (typed) return typed
  throw new ConfigError('no address was given, so nothing was changed')
}
