import type { Command } from 'commander'
import { connectors } from '../sources/all-connectors.ts'
import {
  type CredentialOptions,
  readCredentials,
  withCredentialOptions,
} from './ask-credentials.ts'
import { addOptions } from './command-fields.ts'
import { callUseCase } from './connect.ts'
import { connectionCommand, scheduleOf, scheduleOptions } from './connection-options.ts'
import { type JsonOptions, jsonOption } from './data-command.ts'
import { printJson } from './print.ts'
import { printConnection } from './print-connections.ts'
import type { Shell } from './shell.ts'

/** `adtally connections change`. */
export function changeCommand(shell: Shell): Command {
  const change = connectionCommand({
    name: 'change',
    summary: 'Give a connection other credentials or settings.',
    details: 'On a terminal, prompts for its secrets. Fields that you do not give stay the same.',
    examples: [
      'connections change studio applovin-max',
      'connections change studio applovin-max --booking report',
    ],
  }).addOption(jsonOption())
  return addOptions(withCredentialOptions(change), scheduleOptions).action(
    async (username: string, name: string, options: JsonOptions & CredentialOptions) => {
      const { changeConnection } = await import('../use-cases/connections/change-connection.ts')
      const { showConnection } = await import('../use-cases/connections/list-connections.ts')
      const current = await callUseCase(shell, options, showConnection, { username, name })
      const connector = connectors.get(current.connector)!
      const schedule = scheduleOf(options)
      const isSetting = Object.keys(schedule).length > 0 || options.set !== undefined
      const values = await readCredentials(shell, connector, options, (given) =>
        isSetting || Object.keys(given).length > 0
          ? []
          : Object.keys(connector.fields).filter((field) => connector.fields[field]!.isSecret),
      )
      const request = { username, name, values, ...schedule }
      const changed = await callUseCase(shell, options, changeConnection, request)
      if (options.json) printJson(shell, changed)
      else printConnection(shell, changed)
    },
  )
}
