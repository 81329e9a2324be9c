import { availableParallelism, cpus, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { version } from '@duckdb/node-api'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Checkout } from './checkout.ts'
import { benchCluster } from './cluster.ts'
import { benchDetails } from './details.ts'
import { benchImport } from './import.ts'
import { benchMix } from './mix.ts'
import { benchPeers } from './peers/peers.ts'
import { benchReport, benchRequests } from './requests.ts'
import { heading } from './table.ts'
import { formatTargets, type Target } from './target.ts'
import { benchWarehouse } from './warehouse.ts'

/** Measures this checkout, which comes last, and possibly another one in turn with it. */
type Bench = (rows: number, checkouts: readonly Checkout[]) => Promise<Target[]>

const own: Checkout = { name: 'this', root: join(import.meta.dirname, '..') }

/** Those that can measure another checkout in turn. */
const paired: Readonly<Record<string, Bench>> = {
  requests: benchRequests,
  report: benchReport,
  mix: benchMix,
  import: benchImport,
}
const benches: Readonly<Record<string, Bench>> = {
  ...paired,
  details: benchDetails,
  warehouse: benchWarehouse,
  cluster: benchCluster,
  peers: benchPeers,
}

function toRows(text: string): number {
  const rows = Number(text.replaceAll('_', ''))
  if (Number.isInteger(rows) && rows >= 1) return rows
  throw new InvalidArgumentError('a whole number, such as 20000000')
}

function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  const system = `${availableParallelism()} cores (${processor}), ${memory} GiB`
  return `${system}, Node ${process.version.slice(1)}, DuckDB ${version().replace(/^v/, '')}`
}

const program = new Command('npm run bench --')
  .description(
    'Measures the server beside the bare engine. The data is built at the first run (some minutes) and kept in bench/.data.',
  )
  .option(
    '--rows <count>',
    'rows of the data set; import, warehouse and cluster use a tenth',
    toRows,
    20_440_000,
  )
  .addOption(new Option('--only <name>', 'one benchmark alone').choices(Object.keys(benches)))
  .option(
    '--against <checkout>',
    `in turn with another checkout of Adtally: ${Object.keys(paired).join(', ')}`,
  )
  .addHelpText('after', '\ncluster and peers need ClickHouse: node test/cluster/install.ts.')
  .action(async ({ rows, only, against }: { rows: number; only?: string; against?: string }) => {
    console.log(describeMachine())
    const other = against === undefined ? [] : [{ name: 'other', root: resolve(against) }]
    const targets: Target[] = []
    for (const [name, bench] of Object.entries(against === undefined ? benches : paired)) {
      if (only === undefined || only === name) targets.push(...(await bench(rows, [...other, own])))
    }
    console.log(heading('targets'))
    console.log(formatTargets(targets))
  })

// Servers and folders of a bench end with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await program.parseAsync().catch((error: Error) => {
  console.error(error)
  process.exit(1)
})
