import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Problem } from './answer/problems.ts'
import { jsonAnswer, type RouteDescription } from './openapi/description.ts'
import { oneOf } from './openapi/members.ts'
import { notReadyIn, Readiness } from './readiness.ts'
import type { ReportServices } from './services.ts'

/** Frequent requests get the answer of the last second, and put no load on the stores. */
const keptMs = 1_000
const patienceMs = 5_000

const statusOf = (status: string) => Type.Object({ status: oneOf([status]) })

const alive: RouteDescription = {
  operationId: 'checkAlive',
  tag: 'Health',
  summary: 'Whether the process runs',
  responses: { 200: jsonAnswer('It runs.', statusOf('ok')) },
}

const ready: RouteDescription = {
  operationId: 'checkReady',
  tag: 'Health',
  summary: 'Whether it takes requests, and its databases answer',
  responses: { 200: jsonAnswer('It does.', statusOf('ready')) },
  problems: ['not_ready'],
}

/** `/healthz`: the process runs. `/readyz`: it is neither starting nor stopping, and its databases answer a query. */
export function healthRoutes(
  app: FastifyInstance,
  { apps, figures }: Pick<ReportServices, 'apps' | 'figures'>,
  readiness = new Readiness(),
): void {
  const ask = shared(async () => {
    await apps.version()
    await figures.states.version()
    await figures.states.probe()
  })
  app.get('/healthz', { config: { needs: 'nothing', openapi: alive } }, async () => ({
    status: 'ok',
  }))

  app.get('/readyz', { config: { needs: 'nothing', openapi: ready } }, async () => {
    if (readiness.phase !== 'ready') throw new Problem('not_ready', notReadyIn[readiness.phase])
    try {
      await inTime(ask())
    } catch (cause) {
      throw new Problem('not_ready', 'A database does not answer; the log names it.', { cause })
    }
    return { status: 'ready' }
  })
}

/** Runs a check once at a time, and again once its outcome is a second old. */
function shared(check: () => Promise<void>): () => Promise<void> {
  let outcome: Promise<void> | null = null
  let endedAt: number | null = null
  return () => {
    const isKept = endedAt === null || performance.now() - endedAt < keptMs
    if (outcome && isKept) return outcome
    endedAt = null
    const running = check().finally(() => {
      endedAt = performance.now()
    })
    running.catch(() => undefined)
    outcome = running
    return running
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A store did not answer in time.')), patienceMs)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
