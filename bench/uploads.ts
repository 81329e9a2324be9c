import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openInstallation } from '../src/compose/installation.ts'
import { createKey } from '../src/use-cases/create-key.ts'
import { watch } from './beside.ts'
import { benchDirectory, copyDataSet, type DataSet, writeFigures } from './data-set.ts'
import { appIdOf, firstNewDay, rowsPerAppDay, usernameOf } from './figures-shape.ts'
import { median, percentile } from './percentiles.ts'
import { questionsOf } from './questions.ts'
import { Service } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'

const week = { apps: 'one', days: 7 } as const
const usualMs = 6_000
const warmUps = 500
const fewRows = 10
const largeDays = 25
const waitSeconds = 60
const maxRatio = 2
const work = join(benchDirectory, 'uploads')

/** Imports over HTTP into a copy of the data, while a few clients ask for weeks of single apps. */
export async function benchUploads(dataSet: DataSet): Promise<Target[]> {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const { copy, remove } = copyDataSet(dataSet)
  const largeRows = copy.appCount * rowsPerAppDay * largeDays
  const path = join(work, 'days.csv')
  await writeFigures(path, copy.appCount, firstNewDay, largeDays)
  const key = await importKey(copy)
  const send = (body: string | Uint8Array<ArrayBuffer>) => upload(service.baseUrl, key, body)
  const service = await Service.start(copy, import.meta.dirname, {
    ADTALLY_MAX_ANSWERS: '256',
    ADTALLY_MAX_ANSWERS_PER_ACCOUNT: '256',
  })
  try {
    const weeks = questionsOf(copy, week, 20_000)
    let next = 0
    const ask = () => weeks[next++ % weeks.length]!
    for (let turn = 0; turn < warmUps; turn++) await service.time(ask())
    const fewMs: number[] = []
    let largeMs = 0
    const usual = await watch(service, 'nothing', ask, () => delayed())
    const seen = [
      usual,
      await watch(service, `imports of ${fewRows} rows, one after another`, ask, async () => {
        const until = performance.now() + usualMs
        while (performance.now() < until) fewMs.push(await send(fewCsv(fewMs.length)))
      }),
      await watch(
        service,
        `an import of ${largeRows.toLocaleString('en-US')} rows`,
        ask,
        async () => {
          largeMs = await send(readFileSync(path))
        },
      ),
    ]
    console.log(heading('uploads: imports over HTTP, beside weeks of single apps'))
    console.log(
      formatTable(
        ['beside', 'weeks', 'p50 ms', 'p99 ms', 'block p99 ms', 'longest', 'RSS MB'],
        seen.map((each) => [
          ...[each.name, String(each.weekMs.length)],
          ...[median(each.weekMs), percentile(each.weekMs, 0.99)].map(short),
          ...[each.blockP99Ms, each.longestBlockMs, each.peakRssBytes / 1e6].map(short),
        ]),
      ),
    )
    const rate = Math.round((largeRows / largeMs) * 1_000)
    console.log(`
  ${fewRows} rows: median ${short(median(fewMs))} ms, p99 ${short(percentile(fewMs, 0.99))} ms of ${fewMs.length} imports
  ${largeRows.toLocaleString('en-US')} rows: ${short(largeMs / 1_000)} s, ${rate.toLocaleString('en-US')} rows/s`)
    const p99 = ({ weekMs }: typeof usual) => percentile(weekMs, 0.99)
    return seen.slice(1).map((each): Target => {
      const ratio = p99(each) / p99(usual)
      return {
        name: `week beside ${each.name}: p99, compared with usual`,
        wanted: `≤ ${times(maxRatio)}`,
        measured: times(ratio),
        met: ratio <= maxRatio,
      }
    })
  } finally {
    await service.stop()
    remove()
    rmSync(work, { recursive: true, force: true })
  }
}

const delayed = () => new Promise((resolve) => setTimeout(resolve, usualMs))

/** Ten rows of one app and day; each file is another. */
function fewCsv(nth: number): string {
  const day = `2026-02-${String(1 + (nth % 28)).padStart(2, '0')}`
  const rows = Array.from(
    { length: fewRows },
    (_, row) => `${day},${appIdOf(0)},net_${row},banner,US,${nth},1.5`,
  )
  return `date,app_id,network,format,country,impressions,revenue\n${rows.join('\n')}\n`
}

/** Creates a key that may import. */
async function importKey({ directory }: DataSet): Promise<string> {
  const { call, close } = await openInstallation(directory, { use: 'command' })
  try {
    const request = { username: usernameOf(0), name: 'imports', allow: ['import' as const] }
    return (await call(createKey, request)).key
  } finally {
    await close()
  }
}

/** Imports a CSV. @returns the milliseconds until its answer */
async function upload(
  baseUrl: string,
  key: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<number> {
  const started = performance.now()
  const path = `/api/v2/publisher/imports?developer=${usernameOf(0)}&wait=${waitSeconds}`
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body,
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`It was answered ${response.status}: ${text}`)
  return performance.now() - started
}
