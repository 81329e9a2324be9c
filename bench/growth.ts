import type { DataSet } from './data-set.ts'
import { median } from './percentiles.ts'
import { questionsOf } from './questions.ts'
import { Service } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'
import { Timings } from './timings.ts'

const kind = { apps: 'one', days: 30 } as const
const roundCount = 12
const perRound = 20
const maxRatio = 1.3

/** Times one app's month on a small and on a large data set, alternating between them, and prints both. */
export async function benchGrowth(small: DataSet, large: DataSet): Promise<Target[]> {
  const sides = []
  for (const dataSet of [small, large]) {
    const questions = questionsOf(dataSet, kind, roundCount * perRound)
    const service = await Service.start(dataSet)
    sides.push({ dataSet, questions, service, overHttp: new Timings(), engine: new Timings() })
  }
  try {
    // This round learns the plans and warms up; it is not counted.
    for (const { service, questions } of sides) await service.engine(questions)
    for (let round = 0; round < roundCount; round++) {
      for (const { service, questions, overHttp, engine } of alternate(sides, round)) {
        const part = questions.slice(round * perRound, (round + 1) * perRound)
        await overHttp.addService(service, part)
        await engine.addEngine(service, part)
      }
    }
  } finally {
    for (const { service } of sides) await service.stop()
  }
  const [few, many] = sides as [(typeof sides)[number], (typeof sides)[number]]
  const ratio = median(many.overHttp.ms) / median(few.overHttp.ms)
  console.log(heading('growth: one app, 30 days, p50 on a small and a large data set'))
  console.log(
    formatTable(
      ['rows stored', 'service ms', 'engine ms'],
      [
        ...sides.map(({ dataSet, overHttp, engine }) => [
          dataSet.rowCount.toLocaleString('en-US'),
          short(median(overHttp.ms)),
          short(median(engine.ms)),
        ]),
        ['ratio', times(ratio), times(median(many.engine.ms) / median(few.engine.ms))],
      ],
    ),
  )
  return [
    {
      name: "one app's month: p50 with ten times the rows stored",
      wanted: `≤ ${times(maxRatio)}`,
      measured: times(ratio),
      met: ratio <= maxRatio,
    },
  ]
}

const alternate = <Item>(items: readonly Item[], round: number): readonly Item[] =>
  round % 2 === 0 ? items : [...items].reverse()
