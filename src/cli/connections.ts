import type { Command } from 'commander'
import { connectors } from '../sources/all-connectors.ts'
import type { Connector } from '../sources/connector.ts'
import type { ConnectionView } from '../use-cases/connections/connection-view.ts'
import { credentialVariable } from './ask-credentials.ts'
import { takes } from './command-fields.ts'
import { confirm, yesOption } from './confirm.ts'
import { callUseCase } from './connect.ts'
import { connectionCommand, ofConnection } from './connection-options.ts'
import { addCommand } from './connections-add.ts'
import { changeCommand } from './connections-change.ts'
import { consentCommand } from './connections-consent.ts'
import { failIfDaysFailed, pullCommand, pullDays } from './connections-pull.ts'
import { command, type DataOptions, type JsonOptions, jsonOption } from './data-command.ts'
import { print, printJson, printTable } from './print.ts'
import { connectionLine, printConnection, printPulledDays, printTest } from './print-connections.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

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
  name,
  title,
  kind,
  verified,
  Object.keys(fields).join(', '),
]

const toNetworkView = (connector: Connector) => ({
  connector: connector.name,
  network: connector.title,
  kind: connector.kind,
  verified: connector.verified,
  documents: connector.documents,
  fields: Object.entries(connector.fields).map(([name, field]) => ({
    name,
    title: field.title,
    where: field.where,
    is_secret: field.isSecret === true,
    default: field.default ?? null,
    choices: field.choices ?? null,
    variable: credentialVariable(connector, name),
  })),
})

const list = useCaseCommand({
  name: 'list',
  summary: 'List connections, with their last good day and what is missing.',
  examples: ['connections list', 'connections list studio --json'],
  arguments: { username: takes('[username]', 'the account (default: all)') },
  useCase: async () =>
    (await import('../use-cases/connections/list-connections.ts')).listConnections,
  table: {
    header: ['account', 'name', 'network', 'state', 'last good day', 'due', 'next', 'problems'],
    toRow: connectionLine,
    whenEmpty: 'No connections. Add one: adtally connections add CONNECTOR ACCOUNT',
  },
})

const show = useCaseCommand({
  name: 'show',
  summary: 'Show a connection and its days.',
  examples: ['connections show studio applovin-max --start-date 2026-11-01'],
  arguments: ofConnection,
  options: {
    startDate: takes('<day>', 'the first day to show'),
    endDate: takes('<day>', 'the last day to show'),
  },
  useCase: async () =>
    (await import('../use-cases/connections/list-connections.ts')).showConnection,
  show: (shell, shown) => {
    printConnection(shell, shown)
    printPulledDays(shell, shown.pulled_days, shown.network)
  },
})

const test = useCaseCommand({
  name: 'test',
  summary: 'Log in, fetch one day, and show what it would import. Nothing is imported.',
  examples: ['connections test studio applovin-max'],
  arguments: ofConnection,
  useCase: async () => (await import('../use-cases/connections/test-connection.ts')).testConnection,
  show: printTest,
})

function confirmCommand(shell: Shell): Command {
  return connectionCommand({
    name: 'confirm',
    summary: 'Confirm a day that is held, so that its report is imported.',
    examples: ['connections confirm studio applovin-max 2026-11-20'],
  })
    .argument('<day>', 'the day, as YYYY-MM-DD')
    .action(async (username: string, name: string, day: string, options: DataOptions) => {
      const { confirmDay } = await import('../use-cases/connections/confirm-day.ts')
      await callUseCase(shell, options, confirmDay, { username, name, day })
      const days = { startDate: day, endDate: day }
      const pulled = await pullDays(shell, { account: username, name }, options, days)
      failIfDaysFailed(pulled, days)
    })
}

const pause = useCaseCommand({
  name: 'pause',
  summary: 'Stop fetching the reports of a connection. Its figures stay.',
  examples: ['connections pause studio applovin-max'],
  arguments: ofConnection,
  isPlain: true,
  useCase: async () =>
    (await import('../use-cases/connections/pause-connection.ts')).pauseConnection,
  line: stateLine,
})

const resume = useCaseCommand({
  name: 'resume',
  summary: 'Fetch again the reports of a connection. Its figures stay.',
  examples: ['connections resume studio applovin-max'],
  arguments: ofConnection,
  isPlain: true,
  useCase: async () =>
    (await import('../use-cases/connections/pause-connection.ts')).resumeConnection,
  line: stateLine,
})

function stateLine({ account, name, state }: ConnectionView): string {
  return `The connection "${name}" of ${account} is ${state}.`
}

function removeCommand(shell: Shell): Command {
  return connectionCommand({
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

/** `adtally connections`: networks whose daily reports are fetched. */
export const connectionsCommand = commandGroup(
  {
    name: 'connections',
    summary: 'Connect ad networks, and fetch their daily reports.',
    details:
      'A running server fetches what is due by itself. docs/connections.md describes each network.',
    examples: ['connections add applovin-max studio', 'connections list'],
  },
  [
    networksCommand,
    addCommand,
    list,
    show,
    test,
    changeCommand,
    consentCommand,
    pullCommand,
    confirmCommand,
    pause,
    resume,
    removeCommand,
  ],
)
