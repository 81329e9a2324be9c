import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import type { Metrics } from '../../src/metrics/metrics.ts'
import { addConnection } from '../../src/use-cases/connections/add-connection.ts'
import { confirmDay } from '../../src/use-cases/connections/confirm-day.ts'
import { showConnection } from '../../src/use-cases/connections/list-connections.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { queryReport } from '../../src/use-cases/report/query-report.ts'
import { addDays, type Day, formatDay, parseDay } from '../../src/values/day.ts'
import { type FakeNetworks, startFakeNetworks } from '../fake-networks/start.ts'
import type { Truth } from '../fake-networks/truth.ts'
import { dropServers, givenServers } from '../fixtures/given-servers.ts'

/** An installation that pulls from fake networks. Waiting makes its clock go on at once. */
export interface PulledSite {
  readonly installation: Installation
  readonly fake: FakeNetworks
  readonly nowMs: () => number
  readonly pass: (hours: number) => void
  /** Connects the account `studio` to a network, without pulling anything. */
  readonly connect: (connector: string, more?: Partial<ConnectOptions>) => Promise<void>
  readonly pullDue: () => Promise<void>
  /** The lines of the log about pulls. */
  readonly logged: readonly { readonly message: string }[]
  readonly show: (name: string) => Promise<Awaited<ReturnType<typeof showConnection.run>>>
  readonly close: () => Promise<void>
}

type ConnectOptions = Parameters<typeof addConnection.run>[1]

/** @param start when its clock begins */
export async function openPulledSite(
  truth: Truth,
  start = '2026-03-10T12:00:00Z',
  root?: string,
  metrics?: Metrics,
  currency = 'USD',
): Promise<PulledSite> {
  let clockMs = Date.parse(start)
  const nowMs = () => clockMs
  const fake = await startFakeNetworks({ truth, nowMs, rateScale: 1e6, pageRows: 15 })
  const folder = root ?? (await mkdtemp(join(tmpdir(), 'adtally-pulled-')))
  const servers = givenServers()
  const stores = servers.clickhouse || root ? {} : { figures: ':memory:', relational: ':memory:' }
  const directory = { ...dataDirectory(folder, servers), ...stores }
  const logged: { message: string }[] = []
  const installation = await openInstallation(
    { ...directory, networkCalls: { ...directory.networkCalls, at: fake.base } },
    {
      use: 'serve',
      now: () => new Date(clockMs),
      pullLog: { warn: (facts, message) => logged.push({ ...facts, message }) },
      ...(metrics && { metrics }),
      networkTime: {
        nowMs,
        wait: async (waitMs, signal) => {
          signal.throwIfAborted()
          clockMs += waitMs
        },
      },
    },
  )
  const { call } = installation
  await call(createAccount, { username: 'studio', currency })
  return {
    installation,
    fake,
    logged,
    nowMs,
    pass: (hours) => {
      clockMs += hours * 3_600_000
    },
    connect: async (connector, more = {}) => {
      const values = { ...fake.networks.get(connector)!.given }
      await call(addConnection, { username: 'studio', connector, values, ...more })
    },
    pullDue: () => installation.puller.pullDue(new AbortController().signal),
    show: (name) => call(showConnection, { username: 'studio', name }),
    close: async () => {
      await installation.close()
      await fake.close()
      await dropServers(servers)
      if (!root) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Confirms all days that are held, and pulls them. */
export async function confirmHeld({
  installation: { call, connections },
  show,
  pullDue,
}: PulledSite) {
  for (const { name } of await connections.list()) {
    for (const { day, state } of (await show(name)).pulled_days) {
      if (state === 'held') await call(confirmDay, { username: 'studio', name, day })
    }
  }
  await pullDue()
}

/** The impressions and micros of each day and network, as Adtally counts them. */
export async function counted({
  installation: { call },
}: Pick<PulledSite, 'installation'>): Promise<string[]> {
  const { rows } = await call(queryReport, {
    username: 'studio',
    question: {
      start_date: ['2025-06-01'],
      end_date: ['2026-12-31'],
      dimensions: ['date', 'network'],
      metrics: ['impressions', 'revenue'],
    },
  })
  return rows.map(([day, network, impressions, revenue]) =>
    [day, network, impressions, Math.round(Number(revenue) * 1e6)].join(' '),
  )
}

/** The same of the rows of a secondary report of all days; none without such a report. */
export async function compared(
  { installation: { accounts, ledger } }: Pick<PulledSite, 'installation'>,
  report: string,
): Promise<string[]> {
  const { id } = await accounts.get('studio')
  const found = (await ledger.secondaryReports(id)).find(({ name }) => name === report)
  const [newest] = await ledger.entries(null, 1)
  if (!found || !newest) return []
  const range = { after: null, entry: newest.id, onlyExisting: true }
  const slices = await ledger.lastChanges(allFiguresOf(found.reportId), range, 1_000_000)
  const byNetwork = Map.groupBy(slices, ({ position, network }) =>
    [formatDay(position.day), network].join(' '),
  )
  return [...byNetwork].map(([key, ofNetwork]) => {
    const sum = (of: 'impressions' | 'revenue_micros') =>
      ofNetwork.reduce((total, { totals }) => total + BigInt(totals![of]!), 0n)
    return [key, sum('impressions'), sum('revenue_micros')].join(' ')
  })
}

/** A network's true figures of some days, written as {@link counted} does. */
export function said(truth: Truth, network: string, days: readonly Day[]): string[] {
  return days.flatMap((day) => {
    const rows = truth.rows(network, day)
    const sum = (of: 'impressions' | 'revenueMicros') =>
      rows.reduce((total, row) => total + row[of], 0)
    if (rows.length === 0) return []
    return [[formatDay(day), network, sum('impressions'), sum('revenueMicros')].join(' ')]
  })
}

/** The days from `first` to `last`. */
export const daysFrom = (first: string, last: string): Day[] => {
  const [start, end] = [parseDay(first)!, parseDay(last)!]
  return Array.from({ length: end - start + 1 }, (_, nth) => addDays(start, nth))
}
