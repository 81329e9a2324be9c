import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Installation, openInstallation } from '../../../src/compose/installation.ts'
import { type DataDirectory, dataDirectory } from '../../../src/config/data-directory.ts'
import type { Servers } from '../../../src/config/servers.ts'
import { addConnection } from '../../../src/use-cases/connections/add-connection.ts'
import { createAccount } from '../../../src/use-cases/create-account.ts'
import { formatDay } from '../../../src/values/day.ts'
import { saidBy } from '../../fake-networks/said-by.ts'
import { type FakeNetworks, startFakeNetworks } from '../../fake-networks/start.ts'
import { Truth } from '../../fake-networks/truth.ts'
import { counted, daysFrom } from '../pulled-site.ts'
import { type FastClock, fastTime, passTime, startClock } from './fast-time.ts'

const worker = join(import.meta.dirname, 'worker.ts')
const names = ['applovin-max', 'mintegral', 'vungle'] as const
const mediated = ['mintegral', 'vungle', 'admob']

/** Stores with connections whose days are not pulled yet, for processes that pull them. */
export class PulledStores {
  readonly fake: FakeNetworks
  readonly #directory: DataDirectory
  readonly #clock: FastClock
  readonly #since: string

  private constructor(
    fake: FakeNetworks,
    directory: DataDirectory,
    clock: FastClock,
    since: string,
  ) {
    this.fake = fake
    this.#directory = directory
    this.#clock = clock
    this.#since = since
  }

  static async create(
    root: string,
    servers: Servers,
    { since, timesFaster }: { readonly since: string; readonly timesFaster: number },
  ): Promise<PulledStores> {
    const clock = startClock(join(root, 'clock'), timesFaster)
    const { nowMs } = fastTime(clock)
    const truth = new Truth({ mediated })
    const fake = await startFakeNetworks({ truth, nowMs, rateScale: 1e6, pageRows: 20 })
    const directory = dataDirectory(root, servers)
    const stores = new PulledStores(
      fake,
      { ...directory, networkCalls: { ...directory.networkCalls, at: fake.base } },
      clock,
      since,
    )
    await stores.opened(async ({ call }) => {
      await call(createAccount, { username: 'studio' })
      for (const connector of names) {
        const values = { ...fake.networks.get(connector)!.given }
        await call(addConnection, { username: 'studio', connector, values, startDate: since })
      }
    })
    return stores
  }

  /** Starts a process that pulls. Resolves when it has opened the stores. */
  async pull(): Promise<PullingProcess> {
    const args = [worker, JSON.stringify(this.#directory), JSON.stringify(this.#clock)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const pulling = new PullingProcess(child)
    await Promise.race([once(child.stdout!, 'data'), pulling.ended])
    return pulling
  }

  /** Ends the leases of processes that do not work on: passes as much time as they last. */
  async endLeases(): Promise<void> {
    for (let step = 0; step < 6; step++) {
      // A network refuses a request that was signed five minutes ago, and a busy machine sends slowly.
      passTime(this.#clock, 51_000)
      await delay(20_000 / this.#clock.timesFaster)
    }
  }

  async opened<Result>(work: (installation: Installation) => Promise<Result>): Promise<Result> {
    const time = fastTime(this.#clock)
    const now = () => new Date(time.nowMs())
    const options = { use: 'serve', now, networkTime: time } as const
    const installation = await openInstallation(this.#directory, options)
    return work(installation).finally(installation.close)
  }

  /** Every figure is there once, and every day of a network was imported once. */
  expectWhole(): Promise<void> {
    const { truth } = this.fake
    const days = daysFrom(this.#since, '2026-03-09')
    return this.opened(async (installation) => {
      const figures = days.flatMap((day) =>
        [
          ...saidBy(truth, 'mintegral', day),
          ...saidBy(truth, 'vungle', day),
          ...saidBy(truth, 'mediation', day).filter((row) => row.includes(' admob ')),
        ].sort(),
      )
      expect((await counted({ installation })).sort()).toEqual(figures.sort())
      const entries = await installation.ledger.entries(null, 10_000)
      for (const source of ['mintegral', 'vungle']) {
        const imported = entries
          .filter((entry) => entry.kind === 'import' && entry.source === source)
          .map(({ firstDay }) => formatDay(firstDay!))
        expect(imported.sort(), source).toEqual(days.map(formatDay))
      }
    })
  }
}

/** A process that pulls. */
export class PullingProcess {
  readonly #child: ChildProcess
  /** Resolves to the signal that killed it; null when it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | null>
  errors = ''

  constructor(child: ChildProcess) {
    this.#child = child
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text
    })
    this.ended = once(child, 'close').then(([, signal]) => signal as NodeJS.Signals | null)
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }

  /** Waits until it has pulled everything. @throws when it fails */
  async finish(): Promise<void> {
    await this.ended
    if (this.#child.exitCode !== 0) throw new Error(`the puller failed: ${this.errors}`)
  }

  stall = (): boolean => this.#child.kill('SIGSTOP')
  goOn = (): boolean => this.#child.kill('SIGCONT')
}
