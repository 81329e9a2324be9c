import { median } from '../src/insight/spread.ts'
import { clusterName, startClickhouse } from '../test/cluster/clickhouse.ts'
import { askSites } from './ask-checkouts.ts'
import { statsKinds } from './asks.ts'
import { type Checkout, workIn } from './checkout.ts'
import { shownSize } from './data-set.ts'
import { sizeFor } from './figures-shape.ts'
import { heading, times } from './table.ts'
import { type Target, target } from './target.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { formatTimes, type KindTimes } from './time-asks.ts'

const maxOverhead = 1.3
/** All questions are ClickHouse's. */
const nothingKept = { ADTALLY_ANSWER_MEMORY: '0MB' }

/**
 * First asks of the V2 interface over one ClickHouse node and over two shards, beside the same queries sent to
 * ClickHouse alone. The servers are those of the tests.
 *
 * @param rows a tenth of them is stored
 */
export async function benchCluster(
  rows: number,
  checkouts: readonly Checkout[],
): Promise<Target[]> {
  const targets: Target[] = []
  for (const shards of [1, 2] as const) {
    const name = shards === 1 ? 'one ClickHouse node' : 'two shards'
    const { dataSet, seen } = await askCluster(rows / 10, shards, checkouts.at(-1)!)
    console.log(heading(`cluster: ${name}, nothing kept in memory, ${shownSize(dataSet)}`))
    console.log(formatTimes(seen))
    console.log(
      "  CPU is not ClickHouse's: here engine is the process that sends the queries to it.",
    )
    targets.push(...seen.map((each) => targetOf(name, each)))
  }
  return targets
}

function targetOf(cluster: string, { kind, sides, engine }: KindTimes): Target {
  const ratio = median(sides[0]!.first.ms) / median(engine.ms)
  return target(`${cluster}: ${kind.name}, p50 ÷ direct`, { atMost: maxOverhead }, ratio, times)
}

async function askCluster(rows: number, shards: 1 | 2, checkout: Checkout) {
  using folder = temporaryFolder('cluster-')
  await using stack = new AsyncDisposableStack()
  const clickhouse = stack.adopt(await startClickhouse({ shards }), ({ stop }) => stop())
  const env = {
    ...nothingKept,
    ADTALLY_CLICKHOUSE_URL: clickhouse.urls.join(','),
    ...(shards === 2 && { ADTALLY_CLICKHOUSE_CLUSTER: clusterName }),
  }
  const dataSet = { ...sizeFor(rows), root: folder.path }
  await workIn(checkout, { task: 'fill', root: folder.path, appCount: dataSet.appCount }, env)
  const site = { checkout, dataSet, env }
  return await askSites([site], statsKinds, async ({ seen }) => ({ dataSet, seen }))
}
