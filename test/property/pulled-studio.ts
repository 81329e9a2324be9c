import { expect } from 'vitest'
import { confirmDay } from '../../src/use-cases/connections/confirm-day.ts'
import {
  pauseConnection,
  resumeConnection,
} from '../../src/use-cases/connections/pause-connection.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { removeConnection } from '../../src/use-cases/connections/remove-connection.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { addDays, type Day, dayOf, formatDay } from '../../src/values/day.ts'
import { compared, daysFrom, type PulledSite } from '../connections/pulled-site.ts'
import { mediation, type Name, type PulledEvent } from './pulled-events.ts'
import { PulledFigures } from './pulled-figures.ts'
import { settledDay } from './settled-day.ts'
import { WatchedConnection } from './watched-connection.ts'

const hourMs = 3_600_000

/**
 * An account, watched from outside after everything that happens. It knows what the networks say, and which
 * connections there are, but not when they ask.
 */
export class PulledStudio {
  readonly #site: PulledSite
  readonly #since: Day
  readonly #connections = new Map<Name, WatchedConnection>()
  #figures = new PulledFigures()
  readonly #firstRequest: number

  constructor(site: PulledSite) {
    this.#site = site
    this.#since = addDays(dayOf(site.nowMs()), -1)
    this.#firstRequest = site.fake.requests.length
  }

  async happen(event: PulledEvent): Promise<void> {
    if (event.kind === 'pass') await this.#pass(event.hours)
    else if (event.kind === 'fault') this.#site.fake.script(event.name, event.faults)
    else if (event.kind === 'says') this.#say(event)
    else if (event.what === 'connect') await this.connect(event.name)
    else {
      const connection = this.#connections.get(event.name)
      if (!connection || connection.state === 'removed') return
      if (event.kind === 'connection') await this.#change(event.what, connection)
      else if (connection.state === 'active') {
        await this.#changeDay(event.what, connection, formatDay(this.#day(event.back)))
      }
    }
  }

  async connect(name: Name): Promise<void> {
    const known = this.#connections.get(name)
    if (known && known.state !== 'removed') return
    await this.#site.connect(name, { startDate: formatDay(this.#since) })
    this.#connections.set(name, new WatchedConnection(name, this.#site.fake.truth, known))
  }

  /** Waits long enough that every day is read again that may have changed, and confirms what is held. */
  async settle(resumes: boolean): Promise<void> {
    for (const connection of this.#connections.values()) {
      const { name, state } = connection
      if (state === 'paused' && (resumes || name === mediation)) {
        await this.#change('resume', connection)
      }
      await this.#redo(connection)
    }
    // Days are ready at full hours, and pulling takes time.
    this.#site.pass(1.5 - ((this.#site.nowMs() / hourMs) % 1))
    await this.#pass(24)
    for (let round = 0; round < 4 && this.#isAnyHeld; round++) await this.#confirmAll()
    for (let round = 0; round < 2; round++) await this.#pass(0)
  }

  async expectSettled(): Promise<void> {
    const { fake, nowMs, show } = this.#site
    for (const { name, state } of this.#connections.values()) {
      if (state !== 'active') continue
      const { days, state: now } = await show(name)
      expect({ now, ...days }, name).toMatchObject({ now: 'active', held: 0, failed: 0 })
    }
    const since = formatDay(this.#since)
    const settled = daysFrom(since, formatDay(this.#day(-1))).map((day) =>
      settledDay(day, nowMs(), fake.truth, this.#connections),
    )
    const figures = await this.#counted()
    expect(figures.lines).toEqual(settled.flatMap(({ counted }) => counted.lines).sort())
    const report = await compared(this.#site, 'applovin_max')
    expect(report.filter((row) => row >= since).sort(), 'the secondary report').toEqual(
      settled.flatMap((day) => day.compared).sort(),
    )
    this.#expectRates()
  }

  async #confirmAll(): Promise<void> {
    for (const connection of this.#connections.values()) {
      if (connection.state !== 'active') continue
      for (const { day, state } of connection.days.values()) {
        if (state === 'held') await this.#changeDay('confirm', connection, day)
      }
    }
    await this.#pass(7)
  }

  /** Removes all connections. */
  async leave(): Promise<void> {
    for (const { name, state } of this.#connections.values()) {
      this.#site.fake.script(name, [])
      if (state === 'removed') continue
      await this.#site.installation.call(removeConnection, { username: 'studio', name })
    }
  }

  async #pass(hours: number): Promise<void> {
    this.#site.pass(hours)
    await this.#watch(this.#site.pullDue)
  }

  #say({ what, network, back }: PulledEvent & { kind: 'says' }): void {
    const { truth } = this.#site.fake
    const day = this.#day(back)
    const [app] = truth.size.apps
    if (what === 'lose app') truth.vanish(network, day, app)
    else truth[what](network, day)
    if (what === 'reappear') truth.reappear(network, day, app)
  }

  async #change(what: 'pause' | 'resume' | 'remove', connection: WatchedConnection): Promise<void> {
    const { name, state } = connection
    const { call } = this.#site.installation
    const given = { username: 'studio', name }
    if (what === 'resume') {
      await call(resumeConnection, given)
      connection.resume()
      return
    }
    // The figures of the mediation would depend on when it was removed.
    if ((name === mediation && what === 'remove') || state !== 'active') return
    await this.#redo(connection)
    if (connection.undoneDays.length > 0) return
    if (what === 'pause') await call(pauseConnection, given)
    else await call(removeConnection, given)
    connection.stop(what === 'pause' ? 'paused' : 'removed', this.#figures)
  }

  async #changeDay(
    what: 'confirm' | 'undo' | 'pull',
    connection: WatchedConnection,
    day: string,
  ): Promise<void> {
    const view = connection.days.get(day)
    if (!view) return
    const { call, ledger } = this.#site.installation
    if (what === 'pull') await this.#pull(connection, day)
    else if (what === 'confirm') {
      if (!connection.confirm(day)) return
      await call(confirmDay, { username: 'studio', name: connection.name, day })
    } else if (view.import !== null && !connection.undoneDays.includes(day)) {
      const [entry] = await ledger.entries(view.import + 1, 1)
      if (entry?.kind !== 'import') return
      await call(undoImport, { id: view.import })
      this.#figures = await this.#counted()
      connection.undo(view, this.#figures, !this.#connections.has(mediation))
    }
  }

  async #pull(connection: WatchedConnection, day: string): Promise<void> {
    connection.ask(day)
    const days = { startDate: day, endDate: day }
    await this.#watch(() =>
      this.#site.installation.call(pullConnection, {
        username: 'studio',
        name: connection.name,
        ...days,
      }),
    )
  }

  /** Has what was undone imported again. */
  async #redo(connection: WatchedConnection): Promise<void> {
    this.#site.fake.script(connection.name, [])
    if (connection.state !== 'active') return
    for (const day of connection.undoneDays) await this.#pull(connection, day)
  }

  /** Looks at everything after something was pulled. */
  async #watch(pull: () => Promise<unknown>): Promise<void> {
    const { show } = this.#site
    await pull()
    const [had, has] = [this.#figures, await this.#counted()]
    this.#figures = has
    for (const connection of this.#connections.values()) {
      if (connection.state === 'removed') continue
      const { pulled_days: days } = await show(connection.name)
      for (const view of days) connection.look(view, { had, has })
    }
  }

  #counted(): Promise<PulledFigures> {
    const last = formatDay(this.#day(-1))
    return PulledFigures.counted(this.#site, formatDay(this.#since), last)
  }

  /** @param back days before the last one that ended */
  #day(back: number): Day {
    return addDays(dayOf(this.#site.nowMs()), -1 - back)
  }

  get #isAnyHeld(): boolean {
    return [...this.#connections.values()].some(({ state, isHeld }) => state === 'active' && isHeld)
  }

  /**
   * Requests have at least the time between them that the connector's rate leaves. Time may pass while one is on its
   * way, so it is compared with the next but one.
   */
  #expectRates(): void {
    const requests = this.#site.fake.requests.slice(this.#firstRequest)
    for (const name of this.#connections.keys()) {
      const { rate } = this.#site.fake.networks.get(name)!
      const gapMs = Math.floor((rate.seconds * 1_000) / rate.requests)
      const times = requests.filter(({ connector }) => connector === name).map(({ atMs }) => atMs)
      for (const [index, atMs] of times.slice(2).entries()) {
        expect(atMs - times[index]!, `between requests to ${name}`).toBeGreaterThanOrEqual(gapMs)
      }
    }
  }
}
