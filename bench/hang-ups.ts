import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataSet } from './data-set.ts'
import { type Question, questionsOf } from './questions.ts'
import type { Service } from './service.ts'
import { formatTable, short } from './table.ts'
import type { Target } from './target.ts'

const clientCount = 40
const timeoutMs = 2_000
const quietMs = 500

/** Disconnects clients during answers, and checks that connections are returned and queries end. */
export async function hangUps(service: Service, dataSet: DataSet): Promise<Target[]> {
  const year = questionsOf(dataSet, { apps: 'one', days: 365 }, clientCount)
  const heavy = questionsOf(dataSet, { apps: 'all', days: 365, groupBy: 'country' }, clientCount)
  const rows: string[][] = []
  let left = 0
  const look = async (
    name: string,
    hangUp: (question: Question, turn: number) => Promise<void>,
    questions: Question[],
  ) => {
    for (const [turn, question] of questions.entries()) await hangUp(question, turn)
    const released = await waitForRelease(service)
    await service.watch()
    await delay(quietMs)
    const { processorMs, busyConnections } = await service.look()
    left += busyConnections
    rows.push([
      name,
      String(clientCount),
      String(busyConnections),
      short(released),
      short(processorMs),
    ])
  }
  await look('in the middle of an answer', (question) => afterFirstPiece(service, question), year)
  await look(
    'in the middle of a gzip answer',
    (question) => afterFirstPiece(service, question, { 'accept-encoding': 'gzip' }),
    year,
  )
  await look(
    '0 to 20 ms into a year of one app',
    (question, turn) => after(service, question, turn / 2),
    year,
  )
  await look(
    '0 to 20 ms into a year of all apps',
    (question, turn) => after(service, question, turn / 2),
    heavy,
  )
  console.log('')
  console.log(
    formatTable(
      [
        ...['clients hang up', 'clients', 'connections still lent', 'released after ms'],
        `processor ms in ${quietMs} ms after`,
      ],
      rows,
    ),
  )
  return [
    {
      name: 'borrowed connections after clients disconnected',
      wanted: '0',
      measured: String(left),
      met: left === 0,
    },
  ]
}

/** Reads the first piece of an answer, then closes the connection. */
async function afterFirstPiece(
  service: Service,
  question: Question,
  headers?: Record<string, string>,
): Promise<void> {
  const response = await service.open(question, headers)
  await once(response, 'data')
  response.destroy()
}

/** Closes the connection some milliseconds after sending the request, whatever has been received. */
async function after(service: Service, { path, key }: Question, ms: number): Promise<void> {
  const hangUp = AbortSignal.timeout(Math.ceil(ms))
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(service.baseUrl + path, { headers, signal: hangUp }).catch(
    () => null,
  )
  await response?.body?.cancel().catch(() => undefined)
}

/** @returns milliseconds until no connection is borrowed, or the timeout */
async function waitForRelease(service: Service): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { busyConnections } = await service.look()
    const waited = performance.now() - started
    if (busyConnections === 0 || waited > timeoutMs) return waited
    await delay(5)
  }
}
