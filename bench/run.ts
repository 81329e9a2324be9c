import '../src/tune-process.ts'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Command, InvalidArgumentError, Option } from 'commander'
import { benchAgainst } from './against.ts'
import { benchAnswers } from './answers.ts'
import { benchBeside } from './beside.ts'
import { benchCluster } from './cluster.ts'
import { benchColumns } from './columns.ts'
import { benchCommunity } from './community.ts'
import { benchDashboard } from './dashboard.ts'
import { type DataSet, ensureDataSet } from './data-set.ts'
import { benchGrowth } from './growth.ts'
import { benchImport } from './import.ts'
import { benchInsights } from './insights.ts'
import { describeMachine } from './machine.ts'
import { benchMix } from './mix.ts'
import { benchPeers } from './peers/peers.ts'
import { benchReport } from './report.ts'
import { benchRequests } from './requests.ts'
import { benchStream } from './stream.ts'
import { heading } from './table.ts'
import { formatTargets, type Target } from './target.ts'
import { benchUploads } from './uploads.ts'

// This process is the client, and its garbage collections must not count. V8 would collect every
// dozen answers while the heap is small compared with the young generation.
setFlagsFromString('--incremental-marking-hard-trigger=80')

/** Rows of the large data set for each row of the small one. */
const sizeRatio = 10

type Bench = (rows: number) => Promise<Target[]>

const large = (rows: number): Promise<DataSet> => ensureDataSet(rows)
const small = (rows: number): Promise<DataSet> => ensureDataSet(rows / sizeRatio)

const ofOneAccount = (rows: number): Promise<DataSet> => ensureDataSet(rows, 'one')

const benches: Readonly<Record<string, Bench>> = {
  requests: async (rows) => benchRequests(await large(rows)),
  answers: async (rows) => benchAnswers(await ofOneAccount(rows)),
  mix: async (rows) => benchMix(rows, await ofOneAccount(rows)),
  beside: async (rows) => benchBeside(await ofOneAccount(rows)),
  stream: async (rows) => benchStream(await large(rows)),
  report: async (rows) => benchReport(await large(rows)),
  columns: async (rows) => benchColumns(await large(rows)),
  growth: async (rows) => benchGrowth(await small(rows), await large(rows)),
  dashboard: async (rows) => benchDashboard(await large(rows)),
  insights: async (rows) => benchInsights(await ofOneAccount(rows)),
  cluster: (rows) => benchCluster(rows / sizeRatio),
  community: (rows) => benchCommunity(rows / 2),
  peers: benchPeers,
  uploads: async (rows) => benchUploads(await ofOneAccount(rows)),
  import: (rows) => benchImport(rows, rows / sizeRatio),
}

function toRows(text: string): number {
  const rows = Number(text.replaceAll('_', ''))
  if (Number.isInteger(rows) && rows >= 1) return rows
  throw new InvalidArgumentError('a whole number, such as 20000000')
}

interface BenchOptions {
  readonly rows: number
  readonly only?: string
  readonly against?: string
}

const program = new Command('npm run bench --')
  .description(
    'Sets the service beside the bare engine. The data is built at the first run (some minutes) and kept in bench/.data.',
  )
  .option(
    '--rows <count>',
    'rows of the large data set; a tenth of it for the small one',
    toRows,
    20_440_000,
  )
  .addOption(new Option('--only <name>', 'one benchmark alone').choices(Object.keys(benches)))
  .option('--against <checkout>', 'beside another checkout of Adtally, request by request')
  .addHelpText(
    'after',
    '\ncluster needs the servers of the tests: node test/cluster/install.ts. BENCH_SERVICE_FLAGS in the environment: flags of Node for the measured service (--cpu-prof).',
  )
  .action(async ({ rows, only, against }: BenchOptions) => {
    console.log(describeMachine())
    if (against !== undefined) {
      const targets = await benchAgainst(rows, ensureDataSet, resolve(against))
      console.log(heading('targets'))
      console.log(formatTargets(targets))
      return
    }
    const targets: Target[] = []
    for (const [name, bench] of Object.entries(benches)) {
      if (only === undefined || only === name) targets.push(...(await bench(rows)))
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
