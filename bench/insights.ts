import { addDays, formatDay } from '../src/values/day.ts'
import { givePassword, password } from './dashboard-password.ts'
import type { DataSet } from './data-set.ts'
import { dayCount, firstDay, usernameOf } from './figures-shape.ts'
import { median, percentile } from './percentiles.ts'
import { Service } from './service.ts'
import { formatTable, heading, short } from './table.ts'
import type { Target } from './target.ts'

const maxMs = 150
const rounds = 12

/** A route of the dashboard, and how many days it is asked about; null for those without days. */
const questions: Readonly<Record<string, { path: string; days: number | null }>> = {
  'figures of a month': { path: 'figures?by=network', days: 28 },
  'a month compared, by network': { path: 'comparison?against=same_weekdays&by=network', days: 28 },
  'a month compared, by country': { path: 'comparison?against=same_weekdays&by=country', days: 28 },
  'a month compared, by app': { path: 'comparison?against=same_weekdays&by=app', days: 28 },
  'a month compared, of one country': {
    path: 'comparison?against=same_weekdays&by=network&country=US',
    days: 28,
  },
  'a quarter compared, by country': {
    path: 'comparison?against=previous_range&by=country',
    days: 90,
  },
  'what changed in a week': { path: 'contributions?against=same_weekdays', days: 7 },
  'what changed in a month': { path: 'contributions?against=same_weekdays', days: 28 },
  'what changed in a quarter': { path: 'contributions?against=previous_range', days: 90 },
  'unusual days of a month, by network': { path: 'anomalies?by=network', days: 28 },
  // Of all networks, these are more figures than are searched at once.
  'unusual days of a month, AdMob': { path: 'anomalies?limit=100&network=admob', days: 28 },
  'unusual days of a quarter, AdMob': { path: 'anomalies?limit=100&network=admob', days: 90 },
  'the forecast': { path: 'forecast', days: null },
  'the morning': { path: 'morning', days: null },
  'the morning of one country': { path: 'morning?country=US', days: null },
}

/** Times the routes that compare, explain and forecast, over HTTP, one after another. */
export async function benchInsights(dataSet: DataSet): Promise<Target[]> {
  await givePassword(dataSet)
  const service = await Service.start(dataSet)
  try {
    const cookie = await signIn(service.baseUrl)
    const rows: string[][] = []
    const slow: number[] = []
    for (const [name, { path, days }] of Object.entries(questions)) {
      const times: number[] = []
      const processorBefore = await service.processorMs()
      for (let round = 0; round < rounds; round++) {
        const dates = days === null ? '' : `&${daysOf(days, round)}`
        times.push(await ask(`${service.baseUrl}/dashboard/api/${path}${dates}`, cookie))
      }
      const processorMs = ((await service.processorMs()) - processorBefore) / rounds
      const all = [times[0]!, median(times), percentile(times, 0.95), processorMs]
      rows.push([name, ...all.map(short)])
      slow.push(percentile(times, 0.95))
    }
    console.log(
      heading(`insights: milliseconds over ${dataSet.rowCount.toLocaleString('en')} rows`),
    )
    console.log(formatTable(['question', 'first', 'p50', 'p95', 'processor, mean'], rows))
    const slowest = Math.max(...slow)
    return [
      {
        name: 'insights: slowest question, p95',
        wanted: `at most ${maxMs} ms`,
        measured: `${short(slowest)} ms`,
        met: slowest <= maxMs,
      },
    ]
  } finally {
    await service.stop()
  }
}

/** Days of the second half of the data set, different in each round. */
function daysOf(count: number, round: number): string {
  const end = addDays(firstDay, dayCount - 1 - round * 5)
  return `start_date=${formatDay(addDays(end, 1 - count))}&end_date=${formatDay(end)}`
}

async function signIn(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/dashboard/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: usernameOf(0), password }),
  })
  if (!answer.ok) throw new Error(`The sign-in was answered ${answer.status}`)
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}

async function ask(url: string, cookie: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, { headers: { cookie } })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${body}`)
  return performance.now() - started
}
