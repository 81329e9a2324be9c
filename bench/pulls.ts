import { fork } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openInstallation } from '../src/compose/installation.ts'
import { dataDirectory } from '../src/config/data-directory.ts'
import { connectors } from '../src/sources/all-connectors.ts'
import { addConnection } from '../src/use-cases/connections/add-connection.ts'
import { showConnection } from '../src/use-cases/connections/list-connections.ts'
import { createAccount } from '../src/use-cases/create-account.ts'
import { addDays, dayOf, formatDay } from '../src/values/day.ts'
import { startFakeNetworks } from '../test/fake-networks/start.ts'
import { Truth } from '../test/fake-networks/truth.ts'
import { formatTable, short } from './table.ts'

// Measures pulls of seven fake networks, with totals only and with ad units: node bench/pulls.ts [DAYS]
// A process of its own pulls, so that its peak memory has nothing of the networks.

const names = [
  ...['admob', 'applovin-max', 'inmobi', 'mintegral'],
  ...['pangle', 'unity-ads', 'vungle'],
]
const appCount = 10
const countries = ['US', 'DE', 'JP', 'BR', 'FR', 'GB', 'IN', 'MX', 'KR', 'IT', 'ES', 'CA', 'AU']
const adUnits = 3
const mebibyte = 2 ** 20

interface Pulled {
  /** Of all networks. */
  readonly days: number
  readonly rows: number
  readonly peakMiB: number
  readonly openedMiB: number
  readonly fileMiB: number
  readonly problems: readonly string[]
}

interface Order {
  readonly base: string
  readonly detail: string
  readonly days: number
}

if (process.send) process.once('message', (order: Order) => void pullAll(order))
else await measure(Number(process.argv[2] ?? 5))

async function measure(days: number): Promise<void> {
  const apps = Array.from({ length: appCount }, (_, nth) => ({
    name: `Game ${nth}`,
    platform: nth % 2 ? ('ios' as const) : ('android' as const),
    package: `com.example.game${nth}`,
  }))
  const mediated = ['admob', 'mintegral', 'unityads', 'vungle']
  const truth = new Truth({ apps, countries, mediated, adUnits })
  const lines: string[][] = []
  for (const detail of ['totals', 'ad-units']) {
    await using fake = await startFakeNetworks({ truth, rateScale: Number.POSITIVE_INFINITY })
    const pulled = await pullApart({ base: fake.base, detail, days })
    if (pulled.problems.length > 0) throw new Error(pulled.problems.join('\n'))
    const requests = fake.requests.filter(({ stage }) => stage === 'report').length
    lines.push([
      ...[detail, short(pulled.rows / pulled.days), short(requests / pulled.days)],
      ...[short(pulled.openedMiB), short(pulled.peakMiB), short(pulled.fileMiB)],
    ])
  }
  const titles = ['detail', 'rows a day', 'requests a day', 'MiB opened', 'MiB peak', 'MiB of file']
  console.log(formatTable(titles, lines))
}

function pullApart(order: Order): Promise<Pulled> {
  const child = fork(import.meta.filename)
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('message', (pulled) => resolve(pulled as Pulled))
    child.once('exit', (code) => reject(new Error(`The pulling process ended with ${code}`)))
  })
}

async function pullAll({ base, detail, days }: Order): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'adtally-bench-pulls-'))
  const directory = dataDirectory(root)
  let aheadMs = 0
  const nowMs = () => Date.now() + aheadMs
  const installation = await openInstallation(
    { ...directory, networkCalls: { ...directory.networkCalls, at: base } },
    {
      use: 'serve',
      now: () => new Date(nowMs()),
      networkTime: {
        nowMs,
        wait: async (waitMs) => {
          aheadMs += waitMs
        },
      },
    },
  )
  const { call, puller } = installation
  const openedMiB = peakMiB()
  const username = 'studio'
  await call(createAccount, { username })
  const { networks } = await startFakeNetworks()
  const firstDay = addDays(dayOf(nowMs()), -days)
  for (const connector of names) {
    const hasDetail = 'detail' in connectors.get(connector)!.fields
    const values = { ...networks.get(connector)!.given, ...(hasDetail && { detail }) }
    await call(addConnection, { username, connector, values, startDate: formatDay(firstDay) })
  }
  await puller.pullDue(new AbortController().signal)
  let [rows, done] = [0, 0]
  const problems: string[] = []
  for (const name of names) {
    const { pulled_days: pulled } = await call(showConnection, { username, name })
    for (const { state, day, rows: ofDay, problem } of pulled) {
      rows += ofDay ?? 0
      if (state === 'done') done++
      // A day that has just ended may not be ready.
      else if (state !== 'due') problems.push(`${name} ${day}: ${state} ${JSON.stringify(problem)}`)
    }
  }
  await installation.close()
  const fileMiB = (await stat(directory.figures)).size / mebibyte
  await rm(root, { recursive: true })
  const pulled: Pulled = {
    days: done / names.length,
    rows,
    problems,
    openedMiB,
    peakMiB: peakMiB(),
    fileMiB,
  }
  process.send!(pulled)
  process.disconnect()
  process.exit()
}

/** The most memory that this process had. */
const peakMiB = (): number => process.resourceUsage().maxRSS / 1_024
