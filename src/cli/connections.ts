import type { Command } from 'commander'
import { wholeNumber } from '../config/settings.ts'
import type { Booking } from '../connections/connection.ts'
import { connectors } from '../sources/all-connectors.ts'
import type { Connector } from '../sources/connector.ts'
import type { ConnectionView } from '../use-cases/connections/connection-view.ts'
import {
  type CredentialOptions,
  readCredentials,
  variableOf,
  withCredentialOptions,
} from './ask-credentials.ts'
import { confirm, yesOption } from './confirm.ts'
import { callUseCase } from './connect.ts'
import { consentCommand } from './connections-consent.ts'
import {
  command,
  type DataOptions,
  dataCommand,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
import { print, printError, printJson, printTable } from './print.ts'
import { printConnection, printPulledDays, printTest, toRow } from './print-connections.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

interface PullOptions {
  readonly booking?: Booking
  readonly rereadDays?: string
}

interface AddOptions extends JsonOptions, CredentialOptions, PullOptions {
  readonly name?: string
  readonly since?: string
  readonly knownAppsOnly?: boolean
  readonly test: boolean
  readonly pull: boolean
}

interface DaysOptions extends JsonOptions {
  readonly from?: string
  readonly to?: string
}

/** `adtally connections`: networks whose daily reports are fetched. */
export function connectionsCommand(shell: Shell): Command {
  return command({
    name: 'connections',
    summary: 'Connect ad networks, and fetch their daily reports.',
    details:
      'A running server fetches what is due by itself. docs/connections.md describes each network.',
    examples: ['connections add applovin-max studio', 'connections list'],
  })
    .addCommand(networksCommand(shell))
    .addCommand(addCommand(shell))
    .addCommand(listCommand(shell))
    .addCommand(showCommand(shell))
    .addCommand(testCommand(shell))
    .addCommand(changeCommand(shell))
    .addCommand(consentCommand(shell))
    .addCommand(pullCommand(shell))
    .addCommand(confirmCommand(shell))
    .addCommand(stateCommand(shell, 'pause'))
    .addCommand(stateCommand(shell, 'resume'))
    .addCommand(removeCommand(shell))
}

function networksCommand(shell: Shell): Command {
  return command({
    name: 'networks',
    summary: 'List the networks that can be connected, and the fields that each needs.',
    examples: ['connections networks', 'connections networks --json'],
  })
    .addOption(jsonOption())
    .action((options: JsonOptions) => {
      const all = [...connectors.values()]
      if (options.json) printJson(shell, all.map(toNetworkView))
      else {
        const header = ['connector', 'network', 'kind', 'written from', 'fields']
        printTable(shell, header, all.map(toNetworkRow))
      }
    })
}

const toNetworkRow = ({ name, title, kind, verified, fields }: Connector): string[] => [
  ...[name, title, kind, verified],
  Object.keys(fields).join(', '),
]

const toNetworkView = (connector: Connector) => ({
  ...{ connector: connector.name, network: connector.title, kind: connector.kind },
  verified: connector.verified,
  documents: connector.documents,
  fields: Object.entries(connector.fields).map(([name, field]) => ({
    ...{ name, title: field.title, where: field.where, is_secret: field.isSecret === true },
    ...{ default: field.default ?? null, choices: field.choices ?? null },
    variable: variableOf(connector, name),
  })),
})

function addCommand(shell: Shell): Command {
  const add = dataCommand({
    name: 'add',
    summary: 'Connect a network: test its credentials, then fetch its reports.',
    details:
      'Asks for the fields that no option gives, and says where to find each. Secrets are never arguments. Then waits until the days are fetched; Ctrl-C ends the waiting, and a server fetches the rest.',
    examples: [
      'connections add applovin-max studio',
      'connections add mintegral studio --from-file mintegral.env --since 2026-01-01',
    ],
  })
    .argument('<connector>', 'the network: see `adtally connections networks`')
    .argument('<username>', 'the account')
    .option('--name <name>', 'its name in the account (default: the connector)')
    .option('--since <day>', 'the first day to fetch (default: as far back as the network reports)')
    .option('--known-apps-only', 'refuse apps that the account does not have')
    .option('--no-test', 'store the credentials without testing them')
    .option('--no-pull', 'do not wait for the days; a server fetches them')
    .addOption(jsonOption())
  return withPullOptions(withCredentialOptions(add)).action(
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
      const { since, knownAppsOnly } = options
      const added = await callUseCase(shell, options, addConnection, {
        ...about,
        values,
        ...pullFieldsOf(options),
        ...(options.name !== undefined && { name: options.name }),
        ...(since !== undefined && { since }),
        ...(knownAppsOnly && { knownAppsOnly }),
        ...(consentLater && { consentLater }),
      })
      if (consentLater) {
        const next = `adtally connections consent ${username} ${added.name}`
        if (options.json) printJson(shell, added)
        else print(shell, `Connected, but the account's owner has to consent: ${next}`)
        return
      }
      if (options.pull) await pullDays(shell, added, options)
      else if (options.json) printJson(shell, added)
      else printConnection(shell, added)
    },
  )
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: 'List connections, with their last good day and what is missing.',
    examples: ['connections list', 'connections list studio --json'],
  })
    .argument('[username]', 'the account (default: all)')
    .addOption(jsonOption())
    .action(async (username: string | undefined, options: JsonOptions) => {
      const { listConnections } = await import('../use-cases/connections/list-connections.ts')
      const request = username === undefined ? {} : { username }
      const found = await callUseCase(shell, options, listConnections, request)
      if (options.json) printJson(shell, found)
      else if (found.length === 0)
        print(shell, 'No connections. Add one: adtally connections add CONNECTOR ACCOUNT')
      else {
        const header = [
          'account',
          'name',
          'network',
          'state',
          'last good day',
          'due',
          'next',
          'problems',
        ]
        printTable(shell, header, found.map(toRow))
      }
    })
}

function showCommand(shell: Shell): Command {
  return withDays(
    named({
      name: 'show',
      summary: 'Show a connection and its days.',
      examples: ['connections show studio applovin-max --from 2026-11-01'],
    }),
    'show',
  ).action(async (username: string, name: string, options: DaysOptions) => {
    const { showConnection } = await import('../use-cases/connections/list-connections.ts')
    const request = { username, name, ...daysOf(options) }
    const shown = await callUseCase(shell, options, showConnection, request)
    if (options.json) return printJson(shell, shown)
    printConnection(shell, shown)
    printPulledDays(shell, shown.pulled_days, shown.network)
  })
}

function testCommand(shell: Shell): Command {
  return named({
    name: 'test',
    summary: 'Log in, fetch one day, and tell what it would import. Nothing is imported.',
    examples: ['connections test studio applovin-max'],
  })
    .addOption(jsonOption())
    .action(async (username: string, name: string, options: JsonOptions) => {
      const { testConnection } = await import('../use-cases/connections/test-connection.ts')
      const tested = await callUseCase(shell, options, testConnection, { username, name })
      if (options.json) printJson(shell, tested)
      else printTest(shell, tested)
    })
}

function changeCommand(shell: Shell): Command {
  const change = named({
    name: 'change',
    summary: 'Give a connection other credentials or settings.',
    details: 'On a terminal, asks for its secrets. What is not given stays as it is.',
    examples: [
      'connections change studio applovin-max',
      'connections change studio applovin-max --booking report',
    ],
  }).addOption(jsonOption())
  return withPullOptions(withCredentialOptions(change)).action(
    async (
      username: string,
      name: string,
      options: JsonOptions & CredentialOptions & PullOptions,
    ) => {
      const { changeConnection } = await import('../use-cases/connections/change-connection.ts')
      const { showConnection } = await import('../use-cases/connections/list-connections.ts')
      const current = await callUseCase(shell, options, showConnection, { username, name })
      const connector = connectors.get(current.connector)!
      const isSetting = Object.keys(pullFieldsOf(options)).length > 0 || options.set !== undefined
      const values = await readCredentials(shell, connector, options, (given) =>
        isSetting || Object.keys(given).length > 0
          ? []
          : Object.keys(connector.fields).filter((field) => connector.fields[field]!.isSecret),
      )
      const request = { username, name, values, ...pullFieldsOf(options) }
      const changed = await callUseCase(shell, options, changeConnection, request)
      if (options.json) printJson(shell, changed)
      else printConnection(shell, changed)
    },
  )
}

function pullCommand(shell: Shell): Command {
  return withDays(
    named({
      name: 'pull',
      summary: 'Fetch days now, whether they are due or not.',
      details: 'Without days: what is due, and what the network may have restated.',
      examples: [
        'connections pull studio applovin-max',
        'connections pull studio applovin-max --from 2026-10-01 --to 2026-10-31',
      ],
    }),
    'fetch',
  ).action((username: string, name: string, options: DaysOptions) =>
    pullDays(shell, { account: username, name }, options),
  )
}

function confirmCommand(shell: Shell): Command {
  return named({
    name: 'confirm',
    summary: 'Confirm a day that is held, so that its report is imported.',
    examples: ['connections confirm studio applovin-max 2026-11-20'],
  })
    .argument('<day>', 'the day, as YYYY-MM-DD')
    .action(async (username: string, name: string, day: string, options: DataOptions) => {
      const { confirmDay } = await import('../use-cases/connections/confirm-day.ts')
      await callUseCase(shell, options, confirmDay, { username, name, day })
      await pullDays(shell, { account: username, name }, { ...options, from: day, to: day })
    })
}

function stateCommand(shell: Shell, verb: 'pause' | 'resume'): Command {
  const does = verb === 'pause' ? 'Stop fetching' : 'Fetch again'
  return named({
    name: verb,
    summary: `${does} the reports of a connection. Its figures stay.`,
    examples: [`connections ${verb} studio applovin-max`],
  }).action(async (username: string, name: string, options: DataOptions) => {
    const useCases = await import('../use-cases/connections/pause-connection.ts')
    const useCase = verb === 'pause' ? useCases.pauseConnection : useCases.resumeConnection
    const { state } = await callUseCase(shell, options, useCase, { username, name })
    print(shell, `The connection "${name}" of ${username} is ${state}.`)
  })
}

function removeCommand(shell: Shell): Command {
  return named({
    name: 'remove',
    summary: 'Remove a connection and its credentials. Its figures stay.',
    examples: ['connections remove studio applovin-max'],
  })
    .addOption(yesOption())
    .action(async (username: string, name: string, options: DataOptions & { yes?: boolean }) => {
      if (!options.yes) await confirm(shell, `Remove the connection "${name}" of ${username}?`)
      const { removeConnection } = await import('../use-cases/connections/remove-connection.ts')
      await callUseCase(shell, options, removeConnection, { username, name })
      print(shell, `The connection "${name}" of ${username} is removed. Its figures stay.`)
    })
}

/** Fetches days, and prints how each of them is. */
async function pullDays(
  shell: Shell,
  { account: username, name }: Pick<ConnectionView, 'account' | 'name'>,
  options: DaysOptions,
): Promise<void> {
  const { pullConnection } = await import('../use-cases/connections/pull-connection.ts')
  const progress = await showProgress(shell)
  const request = { username, name, ...daysOf(options) }
  const pulled = await callUseCase(shell, options, pullConnection, request, {
    onProgress: progress.update,
  }).finally(progress.stop)
  if (options.json) return printJson(shell, pulled)
  printPulledDays(shell, pulled.pulled_days, pulled.network)
  printConnection(shell, pulled)
  if (pulled.state === 'refused') printError(shell, 'adtally: the credentials were refused')
}

const named = (text: Parameters<typeof dataCommand>[0]): Command =>
  dataCommand(text)
    .argument('<username>', 'the account')
    .argument('<name>', 'name of the connection')

const withDays = (command: Command, verb: string): Command =>
  command
    .option('--from <day>', `the first day to ${verb}`)
    .option('--to <day>', `the last day to ${verb}`)
    .addOption(jsonOption())

const daysOf = ({ from, to }: DaysOptions) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})

const withPullOptions = (command: Command): Command =>
  command
    .option(
      '--booking <how>',
      'auto, counted or report: whether a mediation counts, or is compared only',
    )
    .option('--reread-days <n>', 'days that are fetched again every day, 0 to 90')

const pullFieldsOf = ({ booking, rereadDays }: PullOptions) => ({
  ...(booking !== undefined && { booking }),
  ...(rereadDays !== undefined && {
    rereadDays: wholeNumber('--reread-days', rereadDays, 0, 90),
  }),
})
