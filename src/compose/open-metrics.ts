import packageJson from '../../package.json' with { type: 'json' }
import type { DataDirectory } from '../config/data-directory.ts'
import { isShared } from '../config/servers.ts'
import type { AnswerQueues } from '../http/answer/answer-queues.ts'
import type { KeptBodies } from '../http/answer/kept-bodies.ts'
import type { Connections } from '../http/plugins/connections.ts'
import type { Readiness } from '../http/readiness.ts'
import { connectionsPart } from '../metrics/connections-part.ts'
import { destinationsPart } from '../metrics/destinations-part.ts'
import { diskPart } from '../metrics/disk-part.ts'
import { figuresPart } from '../metrics/figures-part.ts'
import { messagesPart } from '../metrics/messages-part.ts'
import { Metrics } from '../metrics/metrics.ts'
import { moneyPart } from '../metrics/money-part.ts'
import { sharesPart } from '../metrics/shares-part.ts'
import { sources } from '../sources/all-sources.ts'
import { lastEntryOf } from '../use-cases/destinations/destination-view.ts'
import { waitingNetworks } from '../use-cases/partners/share-maker.ts'
import { dayOf } from '../values/day.ts'
import { lastBackupMs } from './backup/last-backup.ts'
import { diskUse } from './disk-use.ts'
import type { Installation } from './installation.ts'

/** The metrics of a server that is about to open its stores. */
export const newMetrics = (): Metrics => new Metrics(['adtally', ...sources.keys()])

/** The parts of a listener that know of its work. */
export interface MeasuredListener {
  readonly connections: Connections
  readonly answerQueues: AnswerQueues
  readonly keptBodies: KeptBodies
}

/** Adds what an installation and its public listener know of their work. */
export function addMetrics(
  metrics: Metrics,
  installation: Installation,
  { connections, answerQueues, keptBodies }: MeasuredListener,
  directory: DataDirectory,
  readiness: Readiness,
): void {
  const { answerMemory, figureMemory, importRequests } = installation
  const queues = () => ({
    answers: answerQueues.load,
    stores: answerQueues.askingLoad,
    imports: importRequests.turns.load,
  })
  const inQueues = (state: 'running' | 'waiting') => () =>
    Object.fromEntries(Object.entries(queues()).map(([queue, load]) => [queue, load[state]]))
  metrics.addLive([
    {
      name: 'adtally_ready',
      help: 'Whether the server takes requests: 0 while it stops.',
      values: () => ({ '': readiness.phase === 'ready' ? 1 : 0 }),
    },
    {
      name: 'adtally_build_info',
      help: 'The version.',
      label: 'version',
      values: () => ({ [packageJson.version]: 1 }),
    },
    {
      name: 'adtally_http_connections',
      help: 'Open connections of the public listener.',
      values: () => ({ '': connections.count }),
    },
    {
      name: 'adtally_queue_running',
      help: 'Work under way: answers about figures, questions to the stores, imports over HTTP.',
      label: 'queue',
      values: inQueues('running'),
    },
    {
      name: 'adtally_queue_waiting',
      help: 'The same that waits for its turn.',
      label: 'queue',
      values: inQueues('waiting'),
    },
    {
      name: 'adtally_answers_total',
      help: 'Questions about figures by what answered them: a body that was made before, figures in memory, or the engine.',
      grows: true,
      label: 'from',
      values: () => ({ body: keptBodies.given, ...figureMemory.answered }),
    },
    {
      name: 'adtally_answer_memory_bytes',
      help: 'Memory of kept and used answers and figures, and its bound.',
      label: 'part',
      values: () => ({ used: answerMemory.bytes, limit: answerMemory.maxBytes }),
    },
    {
      name: 'adtally_answer_memory_evictions_total',
      help: 'Values that made room for others.',
      grows: true,
      values: () => ({ '': answerMemory.evictions }),
    },
  ])
  const { registry } = metrics
  const today = () => dayOf(Date.now())
  metrics.addPart(figuresPart(registry, { ...installation, today }))
  metrics.addPart(connectionsPart(registry, installation.connections))
  metrics.addPart(moneyPart(registry, installation.settlementTotals))
  metrics.addPart(
    messagesPart(registry, {
      deliveries: () => installation.deliveries.counts(),
      openAlerts: () => installation.alerts.countOpen(),
    }),
  )
  metrics.addPart(
    destinationsPart(registry, {
      destinations: () => installation.destinations.all(),
      lastEntryOf: (account) => lastEntryOf(installation, account),
      nowMs: Date.now,
    }),
  )
  metrics.addPart(sharesPart(registry, async () => (await waitingNetworks(installation)).length))
  if (!isShared(directory.servers)) {
    const measure = async () => ({
      ...(await diskUse(directory)),
      lastBackupMs: await lastBackupMs(directory),
    })
    metrics.addPart(diskPart(registry, measure))
  }
}
