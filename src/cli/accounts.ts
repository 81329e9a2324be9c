import { Command } from 'commander'
import type { AccountView, KeyView } from '../use-cases/account-view.ts'
import { createAccount } from '../use-cases/create-account.ts'
import { disableAccount } from '../use-cases/disable-account.ts'
import { listAccounts } from '../use-cases/list-accounts.ts'
import { rotateKey } from '../use-cases/rotate-key.ts'
import { setPassword } from '../use-cases/set-password.ts'
import { askPassword } from './ask-password.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { print, printError, printJson, printTable } from './print.ts'
import type { Shell } from './shell.ts'

interface JsonOptions extends DataOptions {
  readonly json?: boolean
}

/** A key shorter than this cannot hold 128 bits. */
const strongKeyLength = 22

/** `adtally accounts`: publishers and their API keys. */
export function accountsCommand(shell: Shell): Command {
  return new Command('accounts')
    .description('Publisher accounts and their API keys.')
    .addHelpText('after', '\nExample:\n  $ adtally accounts create studio')
    .addCommand(createCommand(shell))
    .addCommand(listCommand(shell))
    .addCommand(rotateCommand(shell))
    .addCommand(disableCommand(shell))
    .addCommand(setPasswordCommand(shell))
}

function createCommand(shell: Shell): Command {
  return dataCommand(
    'create',
    'Create an account and print its API key.',
    'accounts create studio --currency EUR',
  )
    .argument('<username>', 'letters, digits, dots, hyphens and underscores')
    .option('--key <key>', 'an API key brought from elsewhere (default: a new random one)')
    .option('--currency <code>', 'ISO 4217 code of the currency the account reports in', 'USD')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions & { key?: string; currency: string }) => {
      const { key, currency } = options
      if (key !== undefined && key.length < strongKeyLength) {
        printError(shell, `adtally: warning: a key of ${key.length} characters can be guessed`)
      }
      const account = { username, currency, ...(key !== undefined && { key }) }
      await withCall(shell, directoryOf(shell, options), async (call) =>
        printKey(shell, await call(createAccount, account), options),
      )
    })
}

function listCommand(shell: Shell): Command {
  return dataCommand('list', 'List the accounts.', 'accounts list --json')
    .addOption(jsonOption())
    .action(async (options: JsonOptions) => {
      const accounts = await withCall(shell, directoryOf(shell, options), (call) =>
        call(listAccounts, {}),
      )
      if (options.json) printJson(shell, accounts.map(toJson))
      else if (accounts.length === 0)
        print(shell, 'No accounts yet. Create one: adtally accounts create USERNAME')
      else printTable(shell, ['username', 'currency', 'created', 'state'], accounts.map(toRow))
    })
}

function rotateCommand(shell: Shell): Command {
  return dataCommand(
    'rotate-key',
    'Give an account a new API key and print it; the old one stops at once.',
    'accounts rotate-key studio',
  )
    .argument('<username>')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      await withCall(shell, directoryOf(shell, options), async (call) =>
        printKey(shell, await call(rotateKey, { username }), options),
      )
    })
}

function disableCommand(shell: Shell): Command {
  return dataCommand(
    'disable',
    "Stop an account's key from being accepted; its figures stay.",
    'accounts disable studio',
  )
    .argument('<username>')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      const account = await withCall(shell, directoryOf(shell, options), (call) =>
        call(disableAccount, { username }),
      )
      if (options.json) printJson(shell, toJson(account))
      else print(shell, `Account ${username} is disabled since ${account.disabledAt}.`)
    })
}

function setPasswordCommand(shell: Shell): Command {
  return dataCommand(
    'set-password',
    'Set the password that an account signs in to the dashboard with; it is signed out everywhere. Asks for it; of a pipe, the first line is the password.',
    'accounts set-password studio',
  )
    .argument('<username>')
    .action(async (username: string, options: DataOptions) => {
      const password = await askPassword(shell)
      await withCall(shell, directoryOf(shell, options), (call) =>
        call(setPassword, { username, password }),
      )
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
