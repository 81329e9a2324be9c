import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Installation } from '../compose/installation.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import type { ServeConfig } from '../config/serve.ts'
import { isShared } from '../config/servers.ts'
import { importFigures } from '../use-cases/import-figures.ts'
import { Inbox, type InboxListener } from '../use-cases/inbox/inbox.ts'
import { inboxRequest } from '../use-cases/inbox/settings.ts'
import { shellWord } from '../values/shell-word.ts'
import { prepareDemo } from './demo.ts'
import { demoAccess } from './demo-access.ts'
import { noticesOf } from './server-notices.ts'
import { setupAddress } from './setup-link.ts'
import type { Shell } from './shell.ts'
import { inboxIntervalMs, unchangedLooks } from './watch.ts'
import { wordForInbox } from './word-for-inbox.ts'

/** Work that is cut off at the shutdown deadline has this long to end. */
const cutOffMs = 5_000

export interface RunOptions {
  /** Whether demo data is created and served. */
  readonly demo: boolean
  /** About the settings, for the log. */
  readonly warnings: readonly string[]
  /** Whether commands find the data directory without `--data-dir`. */
  readonly isUsualDirectory: boolean
}

/** Runs the server until the shell stops it. Open requests and imports finish first. */
export async function runServer(
  shell: Shell,
  directory: DataDirectory,
  config: ServeConfig,
  { demo, warnings, isUsualDirectory }: RunOptions,
): Promise<void> {
  const { openInstallation } = await import('../compose/installation.ts')
  const { beginServer } = await import('../compose/begin-server.ts')
  const { openLog, startServer } = await import('../compose/start-server.ts')
  const log = openLog(config.logLevel, shell.stdout)
  const noticeLevel = config.logLevel === 'silent' ? 'silent' : 'info'
  const notices = noticesOf(shell, openLog(noticeLevel, shell.stdout))
  const warn = (message: string) => log.warn(message)
  for (const warning of warnings) warn(warning)
  const lost = new AbortController()
  const onLost = (error: Error) => {
    log.error(error.message)
    lost.abort(error)
  }
  // First, since preparing the demo for a port that is taken would be in vain.
  const begun = await beginServer(config, log)
  const { metrics, readiness } = begun
  const onUpgrade = (line: string) => {
    readiness.phase = 'upgrading'
    warn(line)
  }
  const baseUrl = () => config.baseUrl ?? begun.address
  const of = { use: 'serve', warn, onLost, onUpgrade, metrics, pullLog: log } as const
  const options = { ...of, baseUrl }
  try {
    if (demo) {
      readiness.phase = 'preparing'
      await prepareDemo(shell, directory, null, notices.demoProgress())
      readiness.phase = 'starting'
    }
    const installation = await openInstallation(directory, options)
    try {
      const server = await startServer(installation, directory, config, log, begun)
      try {
        const stop = AbortSignal.any([
          shell.stopSignal(config.drainDelayMs + config.shutdownTimeoutMs + cutOffMs),
          lost.signal,
        ])
        const inbox = openInbox(shell, config, installation, { warn, report: notices.imported })
        await inbox?.open()
        const link = demo ? null : await installation.setupLinks.create()
        const isEmpty = (await installation.accounts.list()).length === 0
        const ofDirectory =
          isUsualDirectory || isShared(directory.servers)
            ? ''
            : ` --data-dir ${shellWord(directory.root)}`
        notices.started({
          server,
          data: directory.root,
          inbox: config.inbox,
          firstSteps: isEmpty ? firstSteps(ofDirectory) : null,
          setupLink: link && setupAddress(server.baseUrl, link.token),
          demo: demo ? await demoAccess(directory, installation, server) : null,
        })
        const stopped = stop.aborted ? Promise.resolve() : once(stop, 'abort')
        await Promise.all([
          inbox?.watch(stop, inboxIntervalMs),
          // The deadline also applies to a file that is being imported.
          stopped.then(() => server.close()),
        ])
        // Its supervisor starts the process again.
        lost.signal.throwIfAborted()
      } finally {
        await server.close()
      }
    } finally {
      await installation.close()
    }
  } finally {
    await begun.close()
  }
}

/** The first commands for an installation that has no accounts. */
const firstSteps = (ofDirectory: string): readonly string[] => [
  `adtally accounts create studio${ofDirectory}`,
  `adtally accounts set-password studio${ofDirectory}`,
  `adtally import stats --create-apps studio REPORT.csv${ofDirectory}`,
]

/** @returns null without an inbox folder */
function openInbox(
  shell: Shell,
  {
    inbox: folder,
    inboxAccount: account,
    inboxCreateApps: createApps,
    inboxSettleSeconds,
  }: ServeConfig,
  { callAs }: Installation,
  { warn, report }: Pick<InboxListener, 'warn' | 'report'>,
): Inbox | null {
  if (folder === null) return null
  const call = callAs({ kind: 'inbox', address: null })
  return new Inbox(
    resolve(shell.cwd, folder),
    (files, settings) => {
      const defaults = {
        ...(account !== null && { account }),
        ...(createApps !== null && { createApps }),
      }
      return call(importFigures, inboxRequest(defaults, settings), { files })
    },
    {
      report,
      warn: (message) => warn(`The inbox: ${message}`),
      word: wordForInbox,
    },
    unchangedLooks(inboxSettleSeconds),
  )
}
