// What measuring costs each request: `node bench/metrics.ts`
import { newMetrics } from '../src/compose/open-metrics.ts'
import { measureRequests, type RequestMeter } from '../src/http/plugins/measure-requests.ts'
import { newServer } from '../src/http/server.ts'
import { median } from './percentiles.ts'
import { formatTable, heading, short } from './table.ts'

const observations = 500_000
const requestsEach = 20_000
const rounds = 7

const routes = Array.from({ length: 100 }, (_, nth) => `/api/v2/publisher/route-${nth}`)

/** Microseconds of processor time for each of some works. */
async function processorMicros(count: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** One answer counted and timed, of a hundred routes. */
function observe(): Promise<number> {
  const { requests } = newMetrics()
  return processorMicros(observations, async () => {
    for (let nth = 0; nth < observations; nth++) {
      requests.answered('GET', routes[nth % routes.length]!, 200, nth % 500)
    }
  })
}

/** Injected requests for a tiny answer: what Fastify needs with and without the hook. */
async function inject(meter: RequestMeter | null): Promise<number> {
  const app = newServer({})
  if (meter) measureRequests(app, meter)
  app.get('/tiny', { config: { needs: 'nothing' } }, async () => ({ status: 'ok' }))
  const ask = async (count: number) => {
    for (let nth = 0; nth < count; nth++) await app.inject('/tiny')
  }
  await ask(2_000)
  const micros = await processorMicros(requestsEach, () => ask(requestsEach))
  await app.close()
  return micros
}

const measured = { observe: [] as number[], without: [] as number[], with: [] as number[] }
for (let round = 0; round < rounds; round++) {
  measured.observe.push(await observe())
  measured.without.push(await inject(null))
  measured.with.push(await inject(newMetrics().requests))
}
console.log(heading('metrics: processor time in µs, median of 7 rounds'))
console.log(
  formatTable(
    ['an observation alone', 'a request without', 'a request with', 'difference'],
    [
      [
        short(median(measured.observe)),
        short(median(measured.without)),
        short(median(measured.with)),
        short(median(measured.with) - median(measured.without)),
      ],
    ],
  ),
)
