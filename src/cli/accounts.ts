import type { Command } from 'commander'
import type { KeyView } from '../use-cases/account-view.ts'
import { counted } from '../wording/phrases.ts'
import { accountJson } from './account-json.ts'
import { primarySourceCommand } from './accounts-primary-source.ts'
import { askPassword } from './ask-password.ts'
import { takes } from './command-fields.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { print, printError, printResult } from './print.ts'
import { printFigures } from './print-figures.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

/** Shorter keys have less than 128 bits. */
const strongKeyLength = 22

const newUsername = 'letters, digits, dots, hyphens and underscores'

const create = useCaseCommand({
  name: 'create',
  summary: 'Create an account and print its API key.',
  examples: ['accounts create studio --currency EUR'],
  arguments: { username: newUsername },
  options: {
    key: takes('<key>', 'use this API key (default: a new random key)'),
    currency: takes('<code>', 'currency of the account, as an ISO 4217 code', { default: 'USD' }),
  },
  complete: (shell, { key }) => {
    if (key !== undefined && key.length < strongKeyLength) {
      printError(shell, `adtally: warning: a key of ${key.length} characters can be guessed`)
    }
    return {}
  },
  useCase: async () => (await import('../use-cases/create-account.ts')).createAccount,
  toJson: keyJson,
  line: ({ key }) => key,
})

const list = useCaseCommand({
  name: 'list',
  summary: 'List all accounts.',
  examples: ['accounts list', 'accounts list --json'],
  useCase: async () => (await import('../use-cases/list-accounts.ts')).listAccounts,
  toJson: (accounts) => accounts.map(accountJson),
  table: {
    header: ['username', 'currency', 'created', 'state'],
    toRow: ({ username, currency, createdAt, disabledAt }) => [
      username,
      currency,
      createdAt.slice(0, 10),
      disabledAt ? `disabled ${disabledAt.slice(0, 10)}` : 'active',
    ],
    whenEmpty: 'No accounts yet. Create one: adtally accounts create USERNAME',
  },
})

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
      const rotated = await callUseCase(shell, options, rotateKey, { username })
      printResult(shell, options, keyJson(rotated), rotated.key)
      const { listAccounts } = await import('../use-cases/list-accounts.ts')
      const accounts = await callUseCase(shell, options, listAccounts, {})
      const account = accounts.find((one) => one.username === username)
      if (account?.disabledAt) printError(shell, `adtally: warning: ${disabledNote(username)}`)
    })
}

const disable = useCaseCommand({
  name: 'disable',
  summary: 'Disable an account. Its figures are kept.',
  details:
    'Its API keys stop working at once, nobody can sign in to it, and its connections fetch nothing. Undo it with adtally accounts enable.',
  examples: ['accounts disable studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/disable-account.ts')).disableAccount,
  toJson: accountJson,
  line: ({ disabledAt }, { username }) => `Account ${username} is disabled since ${disabledAt}.`,
})

const enable = useCaseCommand({
  name: 'enable',
  summary: 'Enable a disabled account. Its API keys and password work again.',
  examples: ['accounts enable studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/enable-account.ts')).enableAccount,
  toJson: accountJson,
  line: (_, { username }) => `Account ${username} is active.`,
})

const rename = useCaseCommand({
  name: 'rename',
  summary: 'Give an account another username.',
  details:
    'Programs that use the old username in their requests get errors from then on, and so do settings that name the account, for example --inbox-account.',
  examples: ['accounts rename studio studio-berlin'],
  arguments: { username: 'the account', newUsername },
  useCase: async () => (await import('../use-cases/rename-account.ts')).renameAccount,
  toJson: accountJson,
  line: (_, { username, newUsername: name }) =>
    `Account ${username} is called ${name} now. Tell its clients.`,
})

const setCurrency = useCaseCommand({
  name: 'set-currency',
  summary: "Explain why an account's currency cannot be changed.",
  details: 'Figures are stored in the currency of their account, and are not converted.',
  examples: ['accounts set-currency studio EUR'],
  arguments: { username: 'the account', currency: 'an ISO 4217 code' },
  useCase: async () => (await import('../use-cases/set-currency.ts')).setCurrency,
  toJson: accountJson,
  line: (_, { username, currency }) => `The currency of ${username} is ${currency} already.`,
})

const remove = useCaseCommand({
  name: 'delete',
  summary: 'Delete an account with everything that belongs to it.',
  details:
    'Deletes its figures with their history, apps, links, API keys, sessions and failed imports. This cannot be undone. Prints what is deleted, and asks for the username first. The ledger keeps its entries, and the audit log its events.',
  examples: ['accounts delete studio --dry-run', 'accounts delete studio --yes'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/delete-account.ts')).deleteAccount,
  confirm: {
    preview: (shell, { apps, figures, currency }, { username }) => {
      print(shell, `${username}: ${counted(apps, 'app')}.`)
      printFigures(shell, figures, currency)
    },
    unchanged: 'Nothing was deleted.',
    question: (_, { username }) =>
      `Delete the account ${username} with all this? It cannot be undone.`,
    answer: ({ username }) => username,
  },
  line: ({ apps, figures }, { username }) =>
    `Account ${username} is deleted, with ${counted(apps, 'app')} and ${counted(figures.slices, 'slice')} of figures.`,
})

const setPassword = useCaseCommand({
  name: 'set-password',
  summary: "Set the password of an account's first owner, the user with its name.",
  details:
    'Prompts for the password, or reads the first line of stdin. Creates the user if needed, and signs it out everywhere. Other users: adtally users set-password.',
  examples: ['accounts set-password studio'],
  arguments: { username: 'the account' },
  isPlain: true,
  complete: async (shell) => ({ password: await askPassword(shell) }),
  useCase: async () => (await import('../use-cases/set-password.ts')).setPassword,
  line: ({ disabledAt }, { username }) => {
    const next = disabledAt ? `Note: ${disabledNote(username)}` : 'Sign in at /dashboard.'
    return `The password of ${username} is set. ${next}`
  },
})

const disabledNote = (username: string): string =>
  `the account ${username} is disabled. Enable it: adtally accounts enable ${username}`

function keyJson({ username, key }: KeyView) {
  return { username, key }
}

/** `adtally accounts`: publishers and their API keys. */
export const accountsCommand = commandGroup(
  {
    name: 'accounts',
    summary: 'Manage accounts, their API keys and passwords.',
    examples: ['accounts create studio', 'accounts set-password studio'],
  },
  [
    create,
    list,
    rotateCommand,
    disable,
    enable,
    rename,
    setCurrency,
    primarySourceCommand,
    remove,
    setPassword,
  ],
)
