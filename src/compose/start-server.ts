import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '../audit/audit-event.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import { listenFailure } from '../config/listen-failure.ts'
import type { ServeConfig } from '../config/serve.ts'
import { isShared } from '../config/servers.ts'
import { type Bounds, defaultBounds, operatorBounds } from '../http/bounds.ts'
import { metricsRoutes } from '../http/operator/metrics-routes.ts'
import { operatorRoutes } from '../http/operator/routes.ts'
import { Readiness } from '../http/readiness.ts'
import { buildServer, newServer } from '../http/server.ts'
import type { SignInLimits } from '../http/services.ts'
import type { Limits } from '../limits/limits.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { OidcProvider } from '../oidc/oidc-provider.ts'
import { dayOf } from '../values/day.ts'
import { fetchRatesDaily } from './fetch-rates.ts'
import type { Installation } from './installation.ts'
import { addressOf, MonitoringListener } from './monitoring-listener.ts'
import { addMetrics, newMetrics } from './open-metrics.ts'
import { pullConnections } from './pull-connections.ts'
import { tidyAudit } from './tidy-audit.ts'
import { tidyHistory } from './tidy-history.ts'
import { tidyImportRequests } from './tidy-import-requests.ts'

export { openLog } from '../http/log.ts'

const rateWindowSeconds = 3_600
const signInWindowSeconds = 900
const codeWindowSeconds = 3_600

/** What began before the server did. */
export interface BegunServer {
  /** The metrics that the installation was opened with. */
  readonly metrics?: Metrics
  readonly readiness?: Readiness
  /** Frees the port that was answered on meanwhile. */
  readonly freePort?: () => Promise<void>
}

export interface RunningServer {
  /** Base URL of the reporting interfaces. */
  readonly baseUrl: string
  /** Base URL of the public network. */
  readonly networkUrl: string
  /** The address of `/metrics`; null without a port for it. */
  readonly metricsUrl: string | null
  /**
   * Goes on answering for the drain delay, then stops listening. Called again, it ends the delay.
   * Resolves when all open requests are answered, or cut off at the shutdown deadline.
   */
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
  { metrics = newMetrics(), readiness = new Readiness('starting'), freePort }: BegunServer = {},
): Promise<RunningServer> {
  const { limits, cancelImports, ...opened } = installation
  const { puller: _, backUpAs, close: __, ...stores } = opened
  let baseUrl = config.baseUrl ?? ''
  let networkUrl = config.networkUrl ?? ''
  const app = buildServer(
    {
      ...stores,
      limiter: limits('v1', { points: config.rateLimit, durationSeconds: rateWindowSeconds }),
      pageLimiter: limits('pages', {
        points: config.rateLimit,
        durationSeconds: rateWindowSeconds,
      }),
      refusedLimiter: limits('refused', { points: 1_000, durationSeconds: signInWindowSeconds }),
      signInLimits: signInLimits(limits),
      provider: config.oidc && new OidcProvider(config.oidc),
      today: () => dayOf(Date.now()),
      settings: {
        baseUrl: () => baseUrl,
        networkUrl: () => networkUrl,
        maxRangeDays: config.maxRangeDays,
      },
    },
    {
      ...{ log, trustedProxies: config.trustedProxies, bounds: boundsOf(config, log) },
      ...{ meter: metrics.requests, readiness },
    },
  )
  const operator = newServer({ log, bounds: operatorBounds })
  const token = randomBytes(32).toString('base64url')
  const actor: Actor = { kind: 'operator', address: null }
  await operatorRoutes(operator, {
    call: installation.callAs(actor),
    backUp: backUpAs(actor),
    token,
    workDirectory: directory.work,
  })
  metricsRoutes(operator, metrics, 'operator')
  addMetrics(metrics, installation, app, directory, readiness)
  const monitoring = new MonitoringListener(metrics, installation, readiness, log)
  const tidying = tidyAudit(installation.audit, config.auditDays)
  const tidyingRequests = tidyImportRequests(installation.importRequests)
  const tidyingHistory = tidyHistory(installation.call, config.historyDays, (message) =>
    log?.warn(message),
  )
  const pulling = pullConnections(installation, (message) => log?.warn(message))
  const fetching = directory.networkCalls.fetchesRates
    ? fetchRatesDaily(installation, (message) => log?.warn(message))
    : null
  const hurry = new AbortController()
  const closeAll = async () => {
    const wasReady = readiness.phase === 'ready'
    readiness.phase = 'draining'
    // A load balancer asks again whether the server is ready, and sends its requests elsewhere.
    if (wasReady && config.drainDelayMs > 0) {
      await delay(config.drainDelayMs, undefined, { signal: hurry.signal }).catch(() => undefined)
    }
    const pulled = Promise.all([pulling.end(), fetching?.end()])
    const compacted = tidyingHistory.end()
    if (!isShared(directory.servers)) await rm(directory.server, { force: true })
    const deadline = setTimeout(() => {
      cancelImports()
      const cutOff = app.connections.destroyAll() + operator.connections.destroyAll()
      log?.warn(`The shutdown deadline has passed; ${cutOff} connections were cut off.`)
    }, config.shutdownTimeoutMs)
    const closing = [app.close(), operator.close(), installation.importRequests.idle()]
    await Promise.all(closing).finally(() => clearTimeout(deadline))
    await Promise.all([tidying.end(), tidyingRequests.end(), pulled, compacted])
    await monitoring.close()
  }
  let closing: Promise<void> | null = null
  const close = () => {
    if (closing) hurry.abort()
    closing ??= closeAll()
    return closing
  }
  let metricsUrl: string | null = null
  try {
    await freePort?.()
    await app.listen({ host: config.host, port: config.port }).catch((error) => {
      throw listenFailure(error, config)
    })
    const listening = addressOf(app, config.host)
    baseUrl ||= listening
    networkUrl ||= listening
    // Commands open shared stores themselves.
    if (!isShared(directory.servers)) {
      await operator.listen({ host: '127.0.0.1', port: 0 })
      const url = addressOf(operator, '127.0.0.1')
      await writePrivate(directory.server, JSON.stringify({ url, token }))
    }
    metricsUrl = await monitoring.listen(config)
  } catch (error) {
    await close()
    throw error
  }
  readiness.phase = 'ready'
  void warmAccounts(installation, log)
  return { baseUrl, networkUrl, metricsUrl, close }
}

/** Reads the latest figures into memory. Nothing waits for it. */
async function warmAccounts(
  { accounts, figureMemory }: Installation,
  log: FastifyBaseLogger | undefined,
): Promise<void> {
  try {
    await figureMemory.warm((await accounts.list()).map(({ id }) => id))
  } catch (error) {
    log?.warn(`The latest figures were not read into memory: ${(error as Error).message}`)
  }
}

/** docs/limits.md says what each of them is for. */
function signInLimits(limits: Limits): SignInLimits {
  const inWindow = (name: string, points: number) =>
    limits(name, { points, durationSeconds: signInWindowSeconds })
  return {
    byUsername: inWindow('sign-in', 10),
    byAddress: inWindow('sign-in-from', 100),
    bySite: inWindow('sign-in-site', 500),
    byAccount: inWindow('sign-in-account', 50),
    beyondAccount: limits('sign-in-beyond', { points: 1, durationSeconds: 10 }),
    byBrowser: inWindow('sign-in-browser', 20),
    byCode: limits('sign-in-code', { points: 10, durationSeconds: codeWindowSeconds }),
  }
}

/** The bounds of the public listener: connections leave half of the open files to the stores. */
function boundsOf(config: ServeConfig, log?: FastifyBaseLogger): Bounds {
  const most = Math.floor(openFilesLimit() / 2)
  if (config.maxConnections > most) {
    log?.info(
      `At most ${most} connections are accepted: half of the open files that the system allows (ulimit -n)`,
    )
  }
  const { maxConnectionsPerAddress, maxAnswers, maxAnswersPerAccount, stallTimeoutMs } = config
  return {
    ...defaultBounds,
    maxConnections: Math.min(config.maxConnections, most),
    ...{ maxConnectionsPerAddress, maxAnswers, maxAnswersPerAccount, stallTimeoutMs },
  }
}

/** How many files this process may have open; infinite where the system does not tell. */
function openFilesLimit(): number {
  // Looking up the names of peers would take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } }
  }
  const soft = Number(userLimits?.open_files?.soft)
  return soft > 0 ? soft : Number.POSITIVE_INFINITY
}

/** Writes a file that only its owner can read. It is never visible half-written. */
async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
}
