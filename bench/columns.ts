import { addDays, formatDay } from '../src/values/day.ts'
import type { DataSet } from './data-set.ts'
import { dayCount, firstDay, keyOf } from './figures-shape.ts'
import { median } from './percentiles.ts'
import type { Question } from './questions.ts'
import { Service } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'
import { Timings } from './timings.ts'

const roundCount = 5
const maxFirstRatio = 2
const megabyte = 1e6
const formats = ['csv', 'arrow', 'parquet'] as const

/** All rows of an account's year as CSV, Arrow and Parquet, beside the bare engine. */
export async function benchColumns(dataSet: DataSet): Promise<Target[]> {
  const service = await Service.start(dataSet)
  try {
    const rounds = Array.from({ length: roundCount }, (_, round) => round)
    const { rowCount } = await service.engine(rounds.map((round) => ask(dataSet, 'csv', round)))
    const rows = Math.round(rowCount / roundCount).toLocaleString('en-US')
    console.log(heading(`columns: ${rows} rows of an account's year, by all dimensions`))
    const engine = new Timings()
    const sides = formats.map((format) => ({ format, timings: new Timings() }))
    for (const round of rounds) {
      await engine.addEngine(service, [ask(dataSet, 'csv', round)])
      for (const { format, timings } of sides) {
        await timings.addService(service, [ask(dataSet, format, round)])
      }
    }
    const line = (name: string, { firstMs, ms, processorMsEach, bytes }: Timings) => [
      name,
      ...[median(firstMs), median(ms), processorMsEach].map(short),
      bytes === 0 ? '' : short(bytes / roundCount / megabyte),
    ]
    console.log(
      formatTable(
        ['', 'first byte ms', 'whole ms', 'cpu ms', 'MB'],
        [
          line('bare engine, all chunks fetched', engine),
          ...sides.map(({ format, timings }) => line(format, timings)),
        ],
      ),
    )
    const arrow = sides.find(({ format }) => format === 'arrow')!.timings
    const ratio = median(arrow.firstMs) / median(engine.firstMs)
    return [
      {
        name: `first byte of ${rows} rows as Arrow, compared with the engine's first chunk`,
        wanted: `≤ ${times(maxFirstRatio)}`,
        measured: times(ratio),
        met: ratio <= maxFirstRatio,
      },
    ]
  } finally {
    await service.stop()
  }
}

/** Every round begins a day later, so that no Parquet file is there yet. */
function ask({ accountCount }: DataSet, format: string, round: number): Question {
  const days = dayCount - roundCount
  const query = new URLSearchParams({
    start_date: formatDay(addDays(firstDay, round)),
    end_date: formatDay(addDays(firstDay, round + days - 1)),
    dimensions: 'date,app_id,app_name,platform,network,format,country',
    metrics: 'impressions,clicks,installs,revenue,ecpm,ctr',
    format,
  })
  return { path: `/api/v2/publisher/report?${query}`, key: keyOf(round % accountCount) }
}
