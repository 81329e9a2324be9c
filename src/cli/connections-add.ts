import type { Command } from 'commander'
import { connectors } from '../sources/all-connectors.ts'
import type { addConnection } from '../use-cases/connections/add-connection.ts'
import {
  type CredentialOptions,
  readCredentials,
  withCredentialOptions,
} from './ask-credentials.ts'
import { addOptions, fieldsOf, takes } from './command-fields.ts'
import { callUseCase } from './connect.ts'
import { scheduleOf, scheduleOptions } from './connection-options.ts'
import { pullDays } from './connections-pull.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { print, printJson } from './print.ts'
import { printConnection, printTest } from './print-connections.ts'
import type { Shell } from './shell.ts'

interface AddOptions extends JsonOptions, CredentialOptions {
  readonly knownAppsOnly?: boolean
  readonly test: boolean
  readonly pull: boolean
}

type AddRequest = Parameters<typeof addConnection.run>[1]

const ofConnection = {
  name: takes('<name>', 'its name in the account (default: the connector)'),
  startDate: takes('<day>', 'the first day to fetch (default: as far back as the network reports)'),
  knownAppsOnly: 'refuse apps that the account does not have',
}

/** `adtally connections add`. */
export function addCommand(shell: Shell): Command {
  const add = dataCommand({
    name: 'add',
    summary: 'Connect a network: test its credentials, then fetch its reports.',
    details:
      'Prompts for the fields that are not given as options, and shows where to find each. Secrets are never arguments. Then waits until the days are fetched; Ctrl-C stops waiting; a server fetches the rest.',
    examples: [
      'connections add applovin-max studio',
      'connections add mintegral studio --from-file mintegral.env --start-date 2026-01-01',
    ],
  })
    .argument('<connector>', 'the network: see `adtally connections networks`')
    .argument('<username>', 'the account')
  addOptions(add, ofConnection)
    .option('--no-test', 'store the credentials without testing them')
    .option('--no-pull', 'do not wait for the days; a server fetches them')
    .addOption(jsonOption())
  return addOptions(withCredentialOptions(add), scheduleOptions).action(
    async (name: string, username: string, options: AddOptions) => {
      const { addConnection } = await import('../use-cases/connections/add-connection.ts')
      const { tryCredentials } = await import('../use-cases/connections/test-connection.ts')
      const connector = connectors.get(name)
      const values = connector
        ? await readCredentials(shell, connector, options, (given) =>
            Object.keys(connector.fields).filter(
              (field) => given[field] === undefined && field !== connector.consent?.refreshToken,
            ),
          )
        : {}
      const about = { username, connector: name as never }
      const consentLater =
        connector?.consent !== undefined && values[connector.consent.refreshToken] === undefined
      if (options.test && !consentLater) {
        const tested = await callUseCase(shell, options, tryCredentials, {
          ...about,
          values,
          createsApps: options.knownAppsOnly !== true,
        })
        if (!options.json) printTest(shell, tested)
      }
      const added = await callUseCase(shell, options, addConnection, {
        ...about,
        values,
        ...scheduleOf(options),
        ...fieldsOf<Partial<AddRequest>>(ofConnection, options),
        ...(consentLater && { consentLater }),
      })
      if (consentLater) {
        const next = `adtally connections consent ${username} ${added.name}`
        if (options.json) printJson(shell, added)
        else print(shell, `Connected, but the account's owner has to consent: ${next}`)
        return
      }
      if (options.pull && !added.account_disabled) await pullDays(shell, added, options)
      else if (options.json) printJson(shell, added)
      else printConnection(shell, added)
    },
  )
}
