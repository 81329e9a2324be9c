import type { Command } from 'commander'
import { localUrl } from '../config/local-url.ts'
import { readServeConfig } from '../config/serve.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { printResult } from './print.ts'
import type { Shell } from './shell.ts'

/** The page that sets a server up. The token is in the fragment, which browsers do not send. */
export const setupAddress = (baseUrl: string, token: string): string =>
  `${baseUrl}/dashboard/set-up#token=${token}`

/** `adtally setup-link`: for someone who lost the link that a starting server prints. */
export function setupLinkCommand(shell: Shell): Command {
  return dataCommand({
    name: 'setup-link',
    summary: 'Print the link that sets up a server without accounts in a browser.',
    details:
      'The link works once, for an hour, and only as long as there is no account. Earlier links end, also those that servers printed when they started.',
    examples: ['setup-link --base-url https://ads.example.com'],
  })
    .option(
      '--base-url <url>',
      'public address of the dashboard, for the link (default: host and port of the settings, or ADTALLY_BASE_URL)',
    )
    .addOption(jsonOption())
    .action(async (options: JsonOptions & { baseUrl?: string }) => {
      const { baseUrl: flag } = options
      const config = readServeConfig(flag === undefined ? {} : { baseUrl: flag }, shell.env)
      const baseUrl = config.baseUrl ?? localUrl(config.host, config.port)
      const { createSetupLink } = await import('../use-cases/create-setup-link.ts')
      const { token, expiresAt } = await callUseCase(shell, options, createSetupLink, {})
      const link = setupAddress(baseUrl, token)
      printResult(shell, options, { link, expires_at: expiresAt }, link)
    })
}
