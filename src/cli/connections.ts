import type { Command } from 'commander'
import { connectors } from '../sources/all-connectors.ts'
import type { Connector } from '../sources/connector.ts'
import { credentialVariable } from './ask-credentials.ts'
import { confirm, yesOption } from './confirm.ts'
import { callUseCase } from './connect.ts'
import {
  connectionCommand,
  type DaysOptions,
  daysOfOptions,
  withDays,
} from './connection-options.ts'
import { addCommand } from './connections-add.ts'
import { changeCommand } from './connections-change.ts'
import { consentCommand } from './connections-consent.ts'
import { failIfDaysFailed, pullCommand, pullDays } from './connections-pull.ts'
import {
  command,
  type DataOptions,
  dataCommand,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
import { print, printJson, printList, printTable } from './print.ts'
import { connectionLine, printConnection, printPulledDays, printTest } from './print-connections.ts'
import type { Shell } from './shell.ts'

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
      printList(shell, options, found, {
        header: ['account', 'name', 'network', 'state', 'last good day', 'due', 'next', 'problems'],
        toRow: connectionLine,
        whenEmpty: 'No connections. Add one: adtally connections add CONNECTOR ACCOUNT',
      })
    })
}

function showCommand(shell: Shell): Command {
  return withDays(
    connectionCommand({
      name: 'show',
      summary: 'Show a connection and its days.',
      examples: ['connections show studio applovin-max --start-date 2026-11-01'],
    }),
    'show',
  ).action(async (username: string, name: string, options: DaysOptions) => {
    const { showConnection } = await import('../use-cases/connections/list-connections.ts')
    const request = { username, name, ...daysOfOptions(options) }
    const shown = await callUseCase(shell, options, showConnection, request)
    if (options.json) return printJson(shell, shown)
    printConnection(shell, shown)
    printPulledDays(shell, shown.pulled_days, shown.network)
  })
}

function testCommand(shell: Shell): Command {
  return connectionCommand({
    name: 'test',
    summary: 'Log in, fetch one day, and show what it would import. Nothing is imported.',
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
      const pulled = await pullDays(shell, { account: username, name }, { ...options, ...days })
      failIfDaysFailed(pulled, days)
    })
}

function stateCommand(shell: Shell, verb: 'pause' | 'resume'): Command {
  const does = verb === 'pause' ? 'Stop fetching' : 'Fetch again'
  return connectionCommand({
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
