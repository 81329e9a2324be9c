import type { Command } from 'commander'
import type { AccountView, KeyView } from '../use-cases/account-view.ts'
import { askPassword } from './ask-password.ts'
import { callUseCase } from './connect.ts'
import {
  command,
  type DataOptions,
  dataCommand,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
import { print, printError, printJson, printTable } from './print.ts'
import type { Shell } from './shell.ts'

/** Shorter keys have less than 128 bits. */
const strongKeyLength = 22

/** `adtally accounts`: publishers and their API keys. */
export function accountsCommand(shell: Shell): Command {
  return command({
    name: 'accounts',
    summary: 'Manage accounts, their API keys and passwords.',
    examples: ['accounts create studio', 'accounts set-password studio'],
  })
    .addCommand(createCommand(shell))
    .addCommand(listCommand(shell))
    .addCommand(rotateCommand(shell))
    .addCommand(disableCommand(shell))
    .addCommand(setPasswordCommand(shell))
}

function createCommand(shell: Shell): Command {
  return dataCommand({
    name: 'create',
    summary: 'Create an account and print its API key.',
    examples: ['accounts create studio --currency EUR'],
  })
    .argument('<username>', 'letters, digits, dots, hyphens and underscores')
    .option('--key <key>', 'use this API key (default: a new random key)')
    .option('--currency <code>', 'currency of the account, as an ISO 4217 code', 'USD')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions & { key?: string; currency: string }) => {
      const { key, currency } = options
      if (key !== undefined && key.length < strongKeyLength) {
        printError(shell, `adtally: warning: a key of ${key.length} characters can be guessed`)
      }
      const account = { username, currency, ...(key !== undefined && { key }) }
      const { createAccount } = await import('../use-cases/create-account.ts')
      printKey(shell, await callUseCase(shell, options, createAccount, account), options)
    })
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: 'List all accounts.',
    examples: ['accounts list', 'accounts list --json'],
  })
    .addOption(jsonOption())
    .action(async (options: JsonOptions) => {
      const { listAccounts } = await import('../use-cases/list-accounts.ts')
      const accounts = await callUseCase(shell, options, listAccounts, {})
      if (options.json) printJson(shell, accounts.map(toJson))
      else if (accounts.length === 0)
        print(shell, 'No accounts yet. Create one: adtally accounts create USERNAME')
      else printTable(shell, ['username', 'currency', 'created', 'state'], accounts.map(toRow))
    })
}

function rotateCommand(shell: Shell): Command {
  return dataCommand({
    name: 'rotate-key',
    summary: "Replace an account's API key and print the new one.",
    details: 'The old key stops working at once.',
    examples: ['accounts rotate-key studio'],
  })
    .argument('<username>', 'the account')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      const { rotateKey } = await import('../use-cases/rotate-key.ts')
      printKey(shell, await callUseCase(shell, options, rotateKey, { username }), options)
    })
}

function disableCommand(shell: Shell): Command {
  return dataCommand({
    name: 'disable',
    summary: 'Disable an account. Its figures are kept.',
    details: 'Its API keys stop working at once, and nobody can sign in to it any more.',
    examples: ['accounts disable studio'],
  })
    .argument('<username>', 'the account')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      const { disableAccount } = await import('../use-cases/disable-account.ts')
      const account = await callUseCase(shell, options, disableAccount, { username })
      if (options.json) printJson(shell, toJson(account))
      else print(shell, `Account ${username} is disabled since ${account.disabledAt}.`)
    })
}

function setPasswordCommand(shell: Shell): Command {
  return dataCommand({
    name: 'set-password',
    summary: "Set the password of an account's first owner, the user with its name.",
    details:
      'Prompts for the password, or reads the first line of stdin. Creates the user if needed, and signs it out everywhere. Other users: adtally users set-password.',
    examples: ['accounts set-password studio'],
  })
    .argument('<username>', 'the account')
    .action(async (username: string, options: DataOptions) => {
      const password = await askPassword(shell)
      const { setPassword } = await import('../use-cases/set-password.ts')
      await callUseCase(shell, options, setPassword, { username, password })
      print(shell, `The password of ${username} is set. Sign in at /dashboard.`)
    })
}

function printKey(shell: Shell, { username, key }: KeyView, { json }: JsonOptions): void {
  if (json) printJson(shell, { username, key })
  else print(shell, key)
}

const toRow = ({ username, currency, createdAt, disabledAt }: AccountView): string[] => [
  username,
  currency,
  createdAt.slice(0, 10),
  disabledAt ? `disabled ${disabledAt.slice(0, 10)}` : 'active',
]

const toJson = ({ username, currency, createdAt, disabledAt }: AccountView) => ({
  username,
  currency,
  created_at: createdAt,
  disabled_at: disabledAt,
})
