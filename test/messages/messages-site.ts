import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { noServers, type Servers } from '../../src/config/servers.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { addChannel } from '../../src/use-cases/messages/add-channel.ts'
import { listMessages } from '../../src/use-cases/messages/list-messages.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** An installation whose webhooks reach a receiver on this machine. Its clock goes on by hand. */
export interface MessagesSite {
  readonly root: string
  readonly receiver: Receiver
  readonly installation: () => Installation
  /** Another process of the installation, which shares its servers. */
  readonly openOther: () => Promise<Installation>
  readonly pass: (seconds: number) => void
  /** Closes the stores and opens them again, as after the end of a process. */
  readonly reopen: () => Promise<void>
  /** Imports one day of the account `studio`, which has an app: 8 March 2026 when absent. */
  readonly importDay: (revenue: string, ...days: string[]) => Promise<void>
  /** Adds a webhook of `studio`. @returns the secret that signs its messages */
  readonly addWebhook: (name: string, more?: Partial<AddOptions>) => Promise<string>
  /** Writes messages and delivers what is due, as a server does. */
  readonly send: (signal?: AbortSignal) => Promise<void>
  /** The state and tries of the messages of `studio`. */
  readonly states: () => Promise<string[]>
  readonly close: () => Promise<void>
}

type AddOptions = Parameters<typeof addChannel.run>[1]

const studio = { username: 'studio' }

/** @param servers of its stores; files when absent */
export async function openMessagesSite(servers: Servers = noServers): Promise<MessagesSite> {
  let clockMs = Date.parse('2026-03-10T12:00:00Z')
  const root = await mkdtemp(join(tmpdir(), 'adtally-messages-'))
  const receiver = await startReceiver()
  const usual = dataDirectory(root, servers)
  const directory = {
    ...usual,
    networkCalls: { ...usual.networkCalls, at: receiver.base },
    mail: { smtpUrl: null, mailFrom: 'Adtally <reports@example.com>' },
  }
  const open = () =>
    openInstallation(directory, {
      use: 'serve',
      now: () => new Date(clockMs),
      baseUrl: () => 'https://stats.example.com',
    })
  let installation = await open()
  const importText = async (useCase: typeof importApps | typeof importFigures, text: string) => {
    const path = join(root, 'rows.csv')
    await writeFile(path, text)
    await installation.call(
      useCase as typeof importFigures,
      {},
      { files: [{ name: 'rows.csv', path }] },
    )
  }
  await installation.call(createAccount, studio)
  await importText(importApps, 'app_id,publisher,app_name,platform\ntower,studio,Tower,ios\n')
  const send = (signal = new AbortController().signal) => installation.sendMessages(signal)
  await send()
  return {
    root,
    receiver,
    send,
    installation: () => installation,
    openOther: open,
    pass: (seconds) => {
      clockMs += seconds * 1_000
    },
    reopen: async () => {
      await installation.close()
      installation = await open()
    },
    importDay: (revenue, ...days) => {
      const rows = (days.length > 0 ? days : ['2026-03-08']).map(
        (day) => `${day},tower,admob,video,US,1000,${revenue}`,
      )
      const head = 'date,app_id,network,format,country,impressions,revenue'
      return importText(importFigures, `${[head, ...rows].join('\n')}\n`)
    },
    addWebhook: async (name, more = {}) => {
      const url = `https://${name}.example.com/hook`
      const added = await installation.call(addChannel, {
        ...studio,
        name,
        kind: 'webhook',
        url,
        ...more,
      })
      return added.secret!
    },
    states: async () => {
      const found = await installation.call(listMessages, studio)
      return found.map(({ type, channel, state, attempts }) =>
        [type, channel, state, attempts].join(' '),
      )
    },
    close: async () => {
      await installation.close()
      await receiver.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
