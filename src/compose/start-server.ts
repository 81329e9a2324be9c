import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { DataDirectory } from '../config/data-directory.ts'
import type { ServeConfig } from '../config/serve.ts'
import { isShared } from '../config/servers.ts'
import { operatorRoutes } from '../http/operator/routes.ts'
import { buildServer, newServer } from '../http/server.ts'
import { dayOf } from '../values/day.ts'
import type { Installation } from './installation.ts'

export { openLog } from '../http/log.ts'

const rateWindowSeconds = 3_600
const signInWindowSeconds = 900

export interface RunningServer {
  /** Base URL of the reporting interfaces. */
  readonly baseUrl: string
  /** Base URL of the public network. */
  readonly networkUrl: string
  /** Stops listening, and resolves when all open requests are answered. */
  readonly close: () => Promise<void>
}

/**
 * Starts the public listener and, on loopback, the operator interface for commands.
 *
 * @param log nothing is logged without one
 */
export async function startServer(
  installation: Installation,
  directory: DataDirectory,
  config: ServeConfig,
  log?: FastifyBaseLogger,
): Promise<RunningServer> {
  const { limits, close: _, ...stores } = installation
  let baseUrl = config.baseUrl ?? ''
  let networkUrl = config.networkUrl ?? ''
  const app = buildServer(
    {
      ...stores,
      limiter: limits('v1', { points: config.rateLimit, durationSeconds: rateWindowSeconds }),
      signInLimits: {
        byUsername: limits('sign-in', { points: 10, durationSeconds: signInWindowSeconds }),
        byAddress: limits('sign-in-from', { points: 100, durationSeconds: signInWindowSeconds }),
      },
      today: () => dayOf(Date.now()),
      settings: {
        baseUrl: () => baseUrl,
        networkUrl: () => networkUrl,
        maxRangeDays: config.maxRangeDays,
      },
    },
    { log, trustedProxies: config.trustedProxies },
  )
  const operator = newServer({ log })
  const token = randomBytes(32).toString('base64url')
  await operatorRoutes(operator, {
    call: installation.call,
    token,
    workDirectory: directory.work,
  })
  const close = async () => {
    if (!isShared(directory.servers)) await rm(directory.server, { force: true })
    await Promise.all([app.close(), operator.close()])
  }
  try {
    await app.listen({ host: config.host, port: config.port })
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    const listening = `http://${host}:${portOf(app)}`
    baseUrl ||= listening
    networkUrl ||= listening
    // Commands open shared stores themselves.
    if (!isShared(directory.servers)) {
      await operator.listen({ host: '127.0.0.1', port: 0 })
      const url = `http://127.0.0.1:${portOf(operator)}`
      await writePrivate(directory.server, JSON.stringify({ url, token }))
    }
  } catch (error) {
    await close()
    throw error
  }
  return { baseUrl, networkUrl, close }
}

/** Writes a file that only its owner can read. It is never visible half-written. */
async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port
