import type { Command } from 'commander'
import { readWholeNumber } from '../config/settings.ts'
import type { Permission } from '../publishers/principal.ts'
import type { ApiKeyView } from '../use-cases/key-view.ts'
import { callUseCase } from './connect.ts'
import {
  collectValues,
  command,
  type DataOptions,
  dataCommand,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
import { print, printJson, printList, printResult, printTable } from './print.ts'
import type { Shell } from './shell.ts'

const defaultGraceHours = '24'

/** The limits of a key, as options. The use case checks the values. */
interface ScopeOptions extends JsonOptions {
  readonly allow?: Permission[]
  readonly appId?: string[]
  readonly expires?: string
}

/** `adtally keys`: an account's API keys. */
export function keysCommand(shell: Shell): Command {
  return command({
    name: 'keys',
    summary: "Manage an account's API keys.",
    examples: ['keys create studio "BI tool" --app-id mygame-ios', 'keys list studio'],
  })
    .addCommand(createCommand(shell))
    .addCommand(listCommand(shell))
    .addCommand(showCommand(shell))
    .addCommand(narrowCommand(shell))
    .addCommand(rotateCommand(shell))
    .addCommand(revokeCommand(shell))
}

function createCommand(shell: Shell): Command {
  return scoped(
    dataCommand({
      name: 'create',
      summary: 'Create an API key and print it.',
      details: 'Without options, the key may read the figures of all apps, and never expires.',
      examples: [
        'keys create studio "BI tool"',
        'keys create studio uploads --allow read --allow import --expires 2027-06-30',
      ],
    }),
    'may',
  ).action(async (username: string, name: string, options: ScopeOptions) => {
    const { createKey } = await import('../use-cases/create-key.ts')
    const request = { username, name, ...scopeOf(options) }
    const created = await callUseCase(shell, options, createKey, request)
    printResult(shell, options, created, created.key)
  })
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: "List an account's API keys, without the keys themselves.",
    examples: ['keys list studio', 'keys list studio --json'],
  })
    .argument('<username>', 'the account')
    .addOption(jsonOption())
    .action(async (username: string, options: JsonOptions) => {
      const { listKeys } = await import('../use-cases/list-keys.ts')
      const keys = await callUseCase(shell, options, listKeys, { username })
      const whenEmpty = `No keys. Create one: adtally keys create ${username} NAME`
      printList(shell, options, keys, { header, toRow, whenEmpty })
    })
}

function showCommand(shell: Shell): Command {
  return named(
    dataCommand({
      name: 'show',
      summary: 'Print an API key.',
      examples: ['keys show studio "BI tool"'],
    }),
  ).action(async (username: string, name: string, options: DataOptions) => {
    const { revealKey } = await import('../use-cases/reveal-key.ts')
    print(shell, (await callUseCase(shell, options, revealKey, { username, name })).key)
  })
}

function narrowCommand(shell: Shell): Command {
  return scoped(
    dataCommand({
      name: 'narrow',
      summary: 'Reduce what an API key may do.',
      details: 'The options set what it may still do; everything else stays the same.',
      examples: ['keys narrow studio "BI tool" --app-id mygame-ios'],
    }),
    'may still',
  ).action(async (username: string, name: string, options: ScopeOptions) => {
    const { narrowKey } = await import('../use-cases/narrow-key.ts')
    const request = { username, name, ...scopeOf(options) }
    const narrowed = await callUseCase(shell, options, narrowKey, request)
    if (options.json) printJson(shell, narrowed)
    else printTable(shell, header, [toRow(narrowed)])
  })
}

function rotateCommand(shell: Shell): Command {
  return named(
    dataCommand({
      name: 'rotate',
      summary: 'Replace an API key and print the new one.',
      details:
        'The old key also works until the grace period ends, so that you can update programs.',
      examples: ['keys rotate studio "BI tool"', 'keys rotate studio default --grace-hours 0'],
    }),
  )
    .option('--grace-hours <n>', 'how long the old key also works, 0 to 2160', defaultGraceHours)
    .action(
      async (username: string, name: string, options: DataOptions & { graceHours: string }) => {
        const graceHours = readWholeNumber('--grace-hours', options.graceHours, 0, 2_160)
        const { rotateKey } = await import('../use-cases/rotate-key.ts')
        const request = { username, name, graceHours }
        print(shell, (await callUseCase(shell, options, rotateKey, request)).key)
      },
    )
}

function revokeCommand(shell: Shell): Command {
  return named(
    dataCommand({
      name: 'revoke',
      summary: 'Revoke an API key. It stops working at once.',
      examples: ['keys revoke studio "BI tool"'],
    }),
  ).action(async (username: string, name: string, options: DataOptions) => {
    const { revokeKey } = await import('../use-cases/revoke-key.ts')
    await callUseCase(shell, options, revokeKey, { username, name })
    print(shell, `The key "${name}" of ${username} is revoked.`)
  })
}

const named = (command: Command): Command =>
  command.argument('<username>', 'the account').argument('<name>', 'name of the key')

/** @param may begins the descriptions: `may`, `may still` */
const scoped = (command: Command, may: string): Command =>
  named(command)
    .option(
      '--allow <permission>',
      `what it ${may} do: read, import or manage; repeatable`,
      collectValues,
    )
    .option('--app-id <app-id>', `an app that it ${may} see; repeatable`, collectValues)
    .option('--expires <time>', 'no longer works from this day (UTC) or instant')
    .addOption(jsonOption())

const scopeOf = ({ allow, appId, expires }: ScopeOptions) => ({
  ...(allow && { allow }),
  ...(appId && { appId }),
  ...(expires !== undefined && { expires }),
})

const header = ['name', 'may', 'apps', 'last used', 'expires']

const toRow = (key: ApiKeyView): string[] => [
  key.name,
  key.permissions.join(', '),
  key.apps === null ? 'all' : key.apps.join(', '),
  key.last_used_on === null ? 'never' : `${key.last_used_on} from ${key.last_used_from}`,
  key.expires_at === null ? 'never' : key.is_expired ? 'expired' : key.expires_at,
]
