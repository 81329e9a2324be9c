import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Installation } from '../compose/installation.ts'
import { type DataDirectory, dataDirectory } from '../config/data-directory.ts'
import { isShared } from '../config/servers.ts'
import { ConfigError } from '../config/settings.ts'
import type { Call, UseCase, UseCaseIo } from '../use-cases/use-case.ts'
import { DatabaseInUseError } from '../values/database-in-use-error.ts'
import { type DataOptions, directoryOf } from './data-command.ts'
import { printError } from './print.ts'
import { answers, remoteCall, type ServerAddress } from './remote-call.ts'
import type { Shell } from './shell.ts'

const attempts = 25
const attemptIntervalMs = 200

/** The use cases that a new data directory may begin with. All others need its data. */
const firstUseCases: ReadonlySet<string> = new Set([
  'create-account',
  'import-apps',
  'import-figures',
  'import-community',
  'set-finality',
  'import-rates',
])

/** Calls one use case on the data directory that a command's options name; see {@link withCall}. */
export const callUseCase = <Request, Result>(
  shell: Shell,
  options: DataOptions,
  useCase: UseCase<Request, Result>,
  request: NoInfer<Request>,
  io?: Partial<UseCaseIo>,
): Promise<Result> => {
  const mayCreate = firstUseCases.has(useCase.name)
  return withCall(shell, directoryOf(shell, options), (call) => call(useCase, request, io), {
    mayCreate,
  })
}

/**
 * Calls use cases on a data directory, through the server that owns it. Without a server, opens the
 * stores and closes them afterwards; waits a few seconds while another command uses them.
 *
 * @throws ConfigError when there is no data, and nothing may be created
 * @throws UnusableStoreError when the data is of an earlier release, and nothing may be upgraded
 */
export const withCall = <Result>(
  shell: Shell,
  directory: DataDirectory,
  work: (call: Call) => Promise<Result>,
  { mayCreate = false, upgrades = false }: Opening = {},
): Promise<Result> =>
  withOwner(
    shell,
    directory,
    { through: (server) => work(remoteCall(server)), alone: ({ call }) => work(call) },
    { mayCreate, upgrades },
  )

/** How a command opens a data directory without a server. */
export interface Opening {
  /** Whether a directory without data is a new one, and no typing error; not when absent. */
  readonly mayCreate?: boolean
  /** Whether data of an earlier release is upgraded, and not refused; not when absent. */
  readonly upgrades?: boolean
}

/** The work on a data directory: through the server that owns it, or on the stores if there is none. */
interface OwnerWork<Result> {
  readonly through: (server: ServerAddress) => Promise<Result>
  readonly alone: (installation: Installation) => Promise<Result>
}

/** Works on a data directory as {@link withCall} does. */
export async function withOwner<Result>(
  shell: Shell,
  directory: DataDirectory,
  { through, alone }: OwnerWork<Result>,
  { mayCreate = false, upgrades = false }: Opening = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const server = await findServer(directory)
    if (server) return through(server)
    if (!mayCreate) await refuseWithoutData(directory)
    const { openInstallation } = await import('../compose/installation.ts')
    try {
      // Warnings are for servers: a command fails with the same error.
      const warn = () => undefined
      const onUpgrade = (line: string) => printError(shell, `adtally: ${line}`)
      const onAuditFailure = (line: string) => printError(shell, `adtally: warning: ${line}`)
      const options = { use: 'command', warn, onUpgrade, onAuditFailure } as const
      const installation = await openInstallation(directory, {
        ...options,
        refusesUpgrade: !upgrades,
      })
      try {
        return await alone(installation)
      } finally {
        await installation.close()
      }
    } catch (error) {
      if (!(error instanceof DatabaseInUseError) || attempt === attempts) throw error
      await delay(attemptIntervalMs)
    }
  }
}

/** The server that owns the directory; null when none answers. */
export async function findServer(directory: DataDirectory): Promise<ServerAddress | null> {
  if (isShared(directory.servers)) return null
  const text = await readFile(directory.server, 'utf8').catch(() => null)
  if (text === null) return null
  const address = parseAddress(text)
  return address && (await answers(address)) ? address : null
}

/** A mistyped directory must not become an empty installation. @throws ConfigError */
export async function refuseWithoutData(directory: DataDirectory): Promise<void> {
  const { root, servers, figures, relational } = directory
  if (isShared(servers) || existsSync(figures) || existsSync(relational)) return
  const { isRestoring, refuseDraft } = await import('../compose/backup/place-data.ts')
  if (isRestoring(root)) return
  refuseDraft(directory)
  const demo = dataDirectory(join(dirname(root), 'demo-data'))
  const hint = existsSync(demo.relational) ? ` For the demo, add --data-dir ${demo.root}.` : ''
  throw new ConfigError(
    `there is no data in ${root}.${hint} Check --data-dir and ADTALLY_DATA_DIR, or begin there: adtally accounts create USERNAME`,
  )
}

function parseAddress(text: string): ServerAddress | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
