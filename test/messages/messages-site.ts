import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Installation } from '../../src/compose/installation.ts'
import { noServers, type Servers } from '../../src/config/servers.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { addChannel } from '../../src/use-cases/messages/add-channel.ts'
import { listMessages } from '../../src/use-cases/messages/list-messages.ts'
import { openMessages } from './open-messages.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** An installation whose webhooks reach a receiver on this machine. Its clock goes on by hand. */
export interface MessagesSite {
  readonly root: string
  readonly receiver: Receiver
  readonly installation: () => Installation
  /** Another process of the installation, which shares its servers. */
  readonly openOther: () => Promise<Installation>
  readonly pass: (seconds: number) => void
  /** Imports a file or delivers what is due in a process, which is killed with SIGKILL, and opens the stores again. */
  readonly killProcess: (of: 'import' | 'delivery') => Promise<void>
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
const worker = fileURLToPath(new URL('killed-process.ts', import.meta.url))

function figuresOf(revenue: string, days: readonly string[] = []): string {
  const rows = (days.length > 0 ? days : ['2026-03-08']).map(
    (day) => `${day},tower,admob,video,US,1000,${revenue}`,
  )
  const head = 'date,app_id,network,format,country,impressions,revenue'
  return `${[head, ...rows].join('\n')}\n`
}

/** @param servers of its stores; files when absent */
export async function openMessagesSite(servers: Servers = noServers): Promise<MessagesSite> {
  let clockMs = Date.parse('2026-03-10T12:00:00Z')
  const root = await mkdtemp(join(tmpdir(), 'adtally-messages-'))
  const receiver = await startReceiver()
  const open = () => openMessages(root, servers, receiver.base, () => clockMs)
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
    killProcess: async (of) => {
      await installation.close()
      const path = join(root, 'killed.csv')
      await writeFile(path, figuresOf('12.5'))
      const child = spawn(
        process.execPath,
        [worker, of, root, receiver.base, String(clockMs), path],
        { stdio: 'inherit' },
      )
      if (of === 'delivery') receiver.hold(() => child.kill('SIGKILL'))
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      installation = await open()
    },
    importDay: (revenue, ...days) => importText(importFigures, figuresOf(revenue, days)),
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
