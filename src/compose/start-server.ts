import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '../audit/audit-event.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import type { ServeConfig } from '../config/serve.ts'
import { isShared } from '../config/servers.ts'
import { operatorBounds } from '../http/bounds.ts'
import { metricsRoutes } from '../http/operator/metrics-routes.ts'
import { operatorRoutes } from '../http/operator/routes.ts'
import { buildServer, newServer } from '../http/server.ts'
import type { SignInLimits } from '../http/services.ts'
import { type Limits, ownLimits } from '../limits/limits.ts'
import { OidcProvider } from '../oidc/oidc-provider.ts'
import { dayOf } from '../values/day.ts'
import { type BegunServer, beginServer } from './begin-server.ts'
import { fetchRatesDaily } from './fetch-rates.ts'
import { fillDestinations } from './fill-destinations.ts'
import type { Installation } from './installation.ts'
import { makeShares } from './make-shares.ts'
import { addressOf, MonitoringListener } from './monitoring-listener.ts'
import { addMetrics } from './open-metrics.ts'
import { pullConnections } from './pull-connections.ts'
import { sendDigests } from './send-digests.ts'
import { sendMessages } from './send-messages.ts'
import { tidyAudit } from './tidy-audit.ts'
import { tidyHistory } from './tidy-history.ts'
import { tidyImportRequests } from './tidy-import-requests.ts'

export { openLog } from '../http/log.ts'

const rateWindowSeconds = 3_600
const signInWindowSeconds = 900
const codeWindowSeconds = 3_600

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
 * Starts the public server and, on loopback, the operator interface for commands.
 *
 * @param log nothing is logged without one
 * @param given what listens already, and is closed with the server; begins now when absent
 */
export async function startServer(
  installation: Installation,
  directory: DataDirectory,
  config: ServeConfig,
  log?: FastifyBaseLogger,
  given?: BegunServer,
): Promise<RunningServer> {
  const begun = given ?? (await beginServer(config, log))
  const { metrics, readiness, bounds, connections } = begun
  const { cancelImports, ...opened } = installation
  const { puller: _, digestSender: ___, backUpAs, close: __, ...stores } = opened
  const { valkeyUrl } = directory.servers
  const warn = (message: string) => log?.warn(message)
  const shared = valkeyUrl === null ? null : await openShared(valkeyUrl, warn)
  const limits = shared?.limits ?? ownLimits
  const baseUrl = config.baseUrl ?? begun.address
  const networkUrl = config.networkUrl ?? begun.address
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
      log,
      trustedProxies: config.trustedProxies,
      bounds,
      connections,
      meter: metrics.requests,
      readiness,
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
  const tidyingHistory = tidyHistory(
    installation.call,
    { keptDays: config.historyDays, isDroppable: !isShared(directory.servers) },
    warn,
  )
  const pulling = pullConnections(installation, warn)
  const sending = sendMessages(installation, warn)
  const digesting = sendDigests(installation, baseUrl, warn)
  const filling = fillDestinations(installation, warn)
  const sharing = makeShares(installation, warn)
  const fetching = directory.networkCalls.fetchesRates ? fetchRatesDaily(installation, warn) : null
  const hurry = new AbortController()
  const closeAll = async () => {
    const wasReady = readiness.phase === 'ready'
    readiness.phase = 'draining'
    // A load balancer asks again whether the server is ready, and sends its requests elsewhere.
    if (wasReady && config.drainDelayMs > 0) {
      await delay(config.drainDelayMs, undefined, { signal: hurry.signal }).catch(() => undefined)
    }
    const works = [pulling, fetching, sending, digesting, filling, sharing]
    const pulled = Promise.all(works.map((work) => work?.end()))
    const compacted = tidyingHistory.end()
    if (!isShared(directory.servers)) await rm(directory.server, { force: true })
    const deadline = setTimeout(() => {
      cancelImports()
      const cutOff = connections.destroyAll() + operator.connections.destroyAll()
      log?.warn(`The shutdown deadline has passed; ${cutOff} connections were cut off.`)
    }, config.shutdownTimeoutMs)
    const closingPublic = begun.close().then(() => app.close())
    const closing = [closingPublic, operator.close(), installation.importRequests.idle()]
    await Promise.all(closing).finally(() => clearTimeout(deadline))
    await Promise.all([tidying.end(), tidyingRequests.end(), pulled, compacted])
    await monitoring.close()
    shared?.close()
  }
  let closing: Promise<void> | null = null
  const close = () => {
    if (closing) hurry.abort()
    closing ??= closeAll()
    return closing
  }
  let metricsUrl: string | null = null
  try {
    await app.ready()
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
  connections.handOver(app.routing)
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

/** Loads the client only where it is used. */
async function openShared(url: string, warn: (message: string) => void) {
  const { SharedLimits } = await import('../storage/valkey/shared-limits.ts')
  return new SharedLimits(url, warn)
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

/** Writes a file that only its owner can read. It is never visible half-written. */
async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
}
