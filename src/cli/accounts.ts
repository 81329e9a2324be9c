import type { Command } from 'commander'
import type { AccountView, KeyView } from '../use-cases/account-view.ts'
import { counted } from '../wording/phrases.ts'
import { accountJson } from './account-json.ts'
import { primarySourceCommand } from './accounts-primary-source.ts'
import { askPassword } from './ask-password.ts'
import { type ConfirmOptions, confirm, dryRunOption, yesOption } from './confirm.ts'
import { callUseCase, withCall } from './connect.ts'
import {
  command,
  type DataOptions,
  dataCommand,
  directoryOf,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
import { print, printError, printJson, printList, printResult } from './print.ts'
import { printFigures } from './print-figures.ts'
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
    .addCommand(enableCommand(shell))
    .addCommand(renameCommand(shell))
    .addCommand(setCurrencyCommand(shell))
    .addCommand(primarySourceCommand(shell))
    .addCommand(deleteCommand(shell))
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
      printList(shell, options, accounts, {
        header: ['username', 'currency', 'created', 'state'],
        toRow,
        toJson: accountJson,
        whenEmpty: 'No accounts yet. Create one: adtally accounts create USERNAME',
      })
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
      const { listAccounts } = await import('../use-cases/list-accounts.ts')
      const accounts = await callUseCase(shell, options, listAccounts, {})
      const account = accounts.find((one) => one.username === username)
      if (account?.disabledAt) printError(shell, `adtally: warning: ${disabledNote(username)}`)
    })
}

function disableCommand(shell: Shell): Command {
  return dataCommand({
    name: 'disable',
    summary: 'Disable an account. Its figures are kept.',
    details:
      'Its API keys stop working at once, nobody can sign in to it, and its connections fetch nothing. Undo it with adtally accounts enable.',
    examples: ['accounts disable studio'],
  })
    .argument('<username>', 'the account')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      const { disableAccount } = await import('../use-cases/disable-account.ts')
      const account = await callUseCase(shell, options, disableAccount, { username })
      printResult(
        shell,
        options,
        accountJson(account),
        `Account ${username} is disabled since ${account.disabledAt}.`,
      )
    })
}

function enableCommand(shell: Shell): Command {
  return dataCommand({
    name: 'enable',
    summary: 'Enable a disabled account. Its API keys and password work again.',
    examples: ['accounts enable studio'],
  })
    .argument('<username>', 'the account')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      const { enableAccount } = await import('../use-cases/enable-account.ts')
      const account = await callUseCase(shell, options, enableAccount, { username })
      printResult(shell, options, accountJson(account), `Account ${username} is active.`)
    })
}

function renameCommand(shell: Shell): Command {
  return dataCommand({
    name: 'rename',
    summary: 'Give an account another username.',
    details:
      'Programs that use the old username in their requests get errors from then on, and so do settings that name the account, for example --inbox-account.',
    examples: ['accounts rename studio studio-berlin'],
  })
    .argument('<username>', 'the account')
    .argument('<new-username>', 'letters, digits, dots, hyphens and underscores')
    .addOption(jsonOption())
    .action(async (username: string, newUsername: string, options: JsonOptions) => {
      const { renameAccount } = await import('../use-cases/rename-account.ts')
      const request = { username, newUsername }
      const account = await callUseCase(shell, options, renameAccount, request)
      printResult(
        shell,
        options,
        accountJson(account),
        `Account ${username} is called ${newUsername} now. Tell its clients.`,
      )
    })
}

function setCurrencyCommand(shell: Shell): Command {
  return dataCommand({
    name: 'set-currency',
    summary: "Explain why an account's currency cannot be changed.",
    details: 'Figures are stored in the currency of their account, and are not converted.',
    examples: ['accounts set-currency studio EUR'],
  })
    .argument('<username>', 'the account')
    .argument('<currency>', 'an ISO 4217 code')
    .addOption(jsonOption())
    .action(async (username: string, currency: string, options: JsonOptions) => {
      const { setCurrency } = await import('../use-cases/set-currency.ts')
      const account = await callUseCase(shell, options, setCurrency, { username, currency })
      printResult(
        shell,
        options,
        accountJson(account),
        `The currency of ${username} is ${currency} already.`,
      )
    })
}

function deleteCommand(shell: Shell): Command {
  return dataCommand({
    name: 'delete',
    summary: 'Delete an account with everything that belongs to it.',
    details:
      'Deletes its figures with their history, apps, links, API keys, sessions and failed imports. This cannot be undone. Prints what is deleted, and asks for the username first. The ledger keeps its entries, and the audit log its events.',
    examples: ['accounts delete studio --dry-run', 'accounts delete studio --yes'],
  })
    .argument('<username>', 'the account')
    .addOption(dryRunOption())
    .addOption(yesOption())
    .addOption(jsonOption())
    .action(async (username: string, options: ConfirmOptions) => {
      const { yes, dryRun, json } = options
      const { deleteAccount } = await import('../use-cases/delete-account.ts')
      await withCall(shell, directoryOf(shell, options), async (call) => {
        if (!yes || dryRun) {
          const found = await call(deleteAccount, { username, dryRun: true })
          if (json && dryRun) return printJson(shell, found)
          print(shell, `${username}: ${counted(found.apps, 'app')}.`)
          printFigures(shell, found.figures, found.currency)
          if (dryRun) return print(shell, 'Nothing was deleted.')
          const question = `Delete the account ${username} with all this? It cannot be undone.`
          await confirm(shell, question, username)
        }
        const deleted = await call(deleteAccount, { username })
        if (json) return printJson(shell, deleted)
        const { apps, figures } = deleted
        print(
          shell,
          `Account ${username} is deleted, with ${counted(apps, 'app')} and ${counted(figures.slices, 'slice')} of figures.`,
        )
      })
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
      const account = await callUseCase(shell, options, setPassword, { username, password })
      const next = account.disabledAt ? `Note: ${disabledNote(username)}` : 'Sign in at /dashboard.'
      print(shell, `The password of ${username} is set. ${next}`)
    })
}

const disabledNote = (username: string): string =>
  `the account ${username} is disabled. Enable it: adtally accounts enable ${username}`

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
