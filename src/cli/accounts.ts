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
import { printJson, printTable } from './print.ts'

interface JsonOptions extends DataOptions {
  readonly json?: boolean
}

/** A key shorter than this cannot hold 128 bits. */
const strongKeyLength = 22

/** `adtally accounts`: publishers and their API keys. */
export function accountsCommand(): Command {
  return new Command('accounts')
    .description('Publisher accounts and their API keys.')
    .addHelpText('after', '\nExample:\n  $ adtally accounts create studio')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(disableCommand())
    .addCommand(setPasswordCommand())
}

function createCommand(): Command {
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
        console.error(`adtally: warning: a key of ${key.length} characters can be guessed`)
      }
      const account = { username, currency, ...(key !== undefined && { key }) }
      await withCall(directoryOf(options), async (call) =>
        printKey(await call(createAccount, account), options),
      )
    })
}

function listCommand(): Command {
  return dataCommand('list', 'List the accounts.', 'accounts list --json')
    .addOption(jsonOption())
    .action(async (options: JsonOptions) => {
      const accounts = await withCall(directoryOf(options), (call) => call(listAccounts, {}))
      if (options.json) printJson(accounts.map(toJson))
      else if (accounts.length === 0)
        console.log('No accounts yet. Create one: adtally accounts create USERNAME')
      else printTable(['username', 'currency', 'created', 'state'], accounts.map(toRow))
    })
}

function rotateCommand(): Command {
  return dataCommand(
    'rotate-key',
    'Give an account a new API key and print it; the old one stops at once.',
    'accounts rotate-key studio',
  )
    .argument('<username>')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      await withCall(directoryOf(options), async (call) =>
        printKey(await call(rotateKey, { username }), options),
      )
    })
}

function disableCommand(): Command {
  return dataCommand(
    'disable',
    "Stop an account's key from being accepted; its figures stay.",
    'accounts disable studio',
  )
    .argument('<username>')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      const account = await withCall(directoryOf(options), (call) =>
        call(disableAccount, { username }),
      )
      if (options.json) printJson(toJson(account))
      else console.log(`Account ${username} is disabled since ${account.disabledAt}.`)
    })
}

function setPasswordCommand(): Command {
  return dataCommand(
    'set-password',
    'Set the password that an account signs in to the dashboard with; it is signed out everywhere. Asks for it; of a pipe, the first line is the password.',
    'accounts set-password studio',
  )
    .argument('<username>')
    .action(async (username: string, options: DataOptions) => {
      const password = await askPassword()
      await withCall(directoryOf(options), (call) => call(setPassword, { username, password }))
      console.log(`The password of ${username} is set. Sign in at /dashboard.`)
    })
}

function printKey({ username, key }: KeyView, { json }: JsonOptions): void {
  if (json) printJson({ username, key })
  else console.log(key)
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
