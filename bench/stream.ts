import { setTimeout as delay } from 'node:timers/promises'
import type { DataSet } from './data-set.ts'
import { hangUps } from './hang-ups.ts'
import { median } from './percentiles.ts'
import { questionsOf } from './questions.ts'
import { Service } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'
import { Timings } from './timings.ts'

const year = { apps: 'one', days: 365 } as const
const roundCount = 15
const readerCount = 50
/** A slow reader's pause after each piece of at most 64 kB. */
const readerPauseMs = 25
const maxRatio = 5
const maxBlockMs = 10
const megabyte = 1e6

/** Streams a year of one app with its countries: time, main thread, memory, disconnects. */
export async function benchStream(dataSet: DataSet): Promise<Target[]> {
  const service = await Service.start(dataSet)
  try {
    console.log(heading('stream: a year of one app by day, network, format and country'))
    return [
      ...(await timeWholeAnswers(service, dataSet)),
      ...(await feedSlowReaders(service, dataSet)),
      ...(await hangUps(service, dataSet)),
    ]
  } finally {
    await service.stop()
  }
}

async function timeWholeAnswers(service: Service, dataSet: DataSet): Promise<Target[]> {
  const questions = questionsOf(dataSet, year, roundCount)
  const { rowCount } = await service.engine(questions)
  const engine = new Timings()
  const plain = { headers: {}, times: new Timings(), blockMs: [] as number[] }
  const gzipHeaders = { 'accept-encoding': 'gzip' }
  const gzip = { headers: gzipHeaders, times: new Timings(), blockMs: [] as number[] }
  for (const question of questions) {
    for (const { headers, times, blockMs } of [plain, gzip]) {
      await service.watch()
      await times.addService(service, [question], headers)
      blockMs.push((await service.look()).longestBlockMs)
    }
    await engine.addEngine(service, [question])
  }
  const ratioOf = ({ ms }: Timings) => median(ms) / median(engine.ms)
  const line = (name: string, side: Timings) => [
    name,
    short(median(side.ms)),
    times(ratioOf(side)),
    short(side.processorMsEach),
  ]
  const rest = ({ times: { bytes }, blockMs }: typeof plain) =>
    [bytes / roundCount / megabyte, median(blockMs), Math.max(...blockMs)].map(short)
  const rowsEach = Math.round(rowCount / roundCount).toLocaleString('en-US')
  console.log(
    formatTable(
      [`${rowsEach} rows`, 'p50 ms', 'ratio', 'cpu ms', 'MB', 'longest block p50 ms', 'max'],
      [
        line('bare engine, all chunks fetched', engine),
        [...line('service over HTTP', plain.times), ...rest(plain)],
        [...line('service over HTTP, gzip', gzip.times), ...rest(gzip)],
      ],
    ),
  )
  const ratio = ratioOf(plain.times)
  const block = median(plain.blockMs)
  return [
    {
      name: "one app's year: time, compared with the engine's",
      wanted: `≤ ${times(maxRatio)}`,
      measured: times(ratio),
      met: ratio <= maxRatio,
    },
    {
      name: "one app's year: longest block of the main thread, p50",
      wanted: `≤ ${maxBlockMs} ms`,
      measured: `${short(block)} ms`,
      met: block <= maxBlockMs,
    },
  ]
}

async function feedSlowReaders(service: Service, dataSet: DataSet): Promise<Target[]> {
  const questions = questionsOf(dataSet, year, readerCount)
  const week = questionsOf(dataSet, { apps: 'one', days: 7 }, 1_000)
  await service.watch()
  let reading = readerCount
  let bytes = 0
  const started = performance.now()
  const readers = questions.map(async (question) => {
    for await (const chunk of await service.open(question)) {
      bytes += (chunk as Buffer).length
      await delay(readerPauseMs)
    }
    reading--
  })
  const meanwhileMs: number[] = []
  while (reading > 0 && meanwhileMs.length < week.length) {
    meanwhileMs.push((await service.time(week[meanwhileMs.length]!)).ms)
    await delay(readerPauseMs)
  }
  await Promise.all(readers)
  const seconds = (performance.now() - started) / 1_000
  const seen = await service.look()
  const growth = (seen.peakRssBytes - seen.firstRssBytes) / megabyte
  const whole = bytes / megabyte
  console.log(
    [
      '',
      `  ${readerCount} slow readers at once: ${short(whole)} MB in ${short(seconds)} s`,
      `  memory of the process: ${short(seen.firstRssBytes / megabyte)} MB before, ${short(growth)} MB more at most, of which JavaScript ${short(seen.scriptGrowthBytes / megabyte)} MB`,
      `  one app's week meanwhile: p50 ${short(median(meanwhileMs))} ms`,
    ].join('\n'),
  )
  return [
    {
      name: `memory for ${readerCount} slow readers of ${short(whole / readerCount)} MB each`,
      wanted: `< ${short(whole)} MB`,
      measured: `${short(growth)} MB`,
      met: growth < whole,
    },
  ]
}
