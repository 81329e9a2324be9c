import { describe, expect, onTestFinished, test } from 'vitest'
import {
  connectorSchedule,
  type OwnSchedule,
  type PulledDay,
} from '../../src/connections/connection.ts'
import { AccountStore } from '../../src/records/account-store.ts'
import { ConnectionStore, type NewConnection } from '../../src/records/connection-store.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { parseDay } from '../../src/values/day.ts'
import { addAccounts } from './add-accounts.ts'

const day = (text: string) => parseDay(text)!
const bytes = (...values: number[]) => new Uint8Array(values)
const monday = day('2026-03-09')
const tuesday = day('2026-03-10')
const wednesday = day('2026-03-11')

const given: NewConnection = {
  accountId: 1,
  name: 'max',
  connector: 'applovin-max',
  settings: { zone: 'UTC' },
  secrets: { key: bytes(0, 1, 255) },
  booking: 'auto',
  createsApps: true,
  hasDepth: true,
  firstDay: day('2026-03-01'),
  schedule: connectorSchedule,
  createdAtMs: 1_000,
}

const pulled: PulledDay = {
  depth: { details: { mark: 'b', rows: 3, failures: 1 } },
  day: monday,
  state: 'held',
  failures: 3,
  nextAtMs: 2 ** 42,
  pulledAtMs: 1_900_000_000_000,
  failedAtMs: 1_950_000_000_000,
  // More than a number in JSON can represent exactly.
  stated: { rows: 7, impressions: 2n ** 60n + 1n, revenueMicros: -(2n ** 62n) + 3n },
  held: { rows: 0, impressions: 0n, revenueMicros: 0n, sinceMs: 1_800_000_000_000 },
  mark: 'ü mark',
  entry: 12,
  problem: { kind: 'held', reason: 'no rows' },
}

/** The cases of connections. @param open opens an empty database */
export function connectionCases(open: () => Promise<RelationalDatabase>): void {
  describe('connections', () => {
    const openWith = async (...added: readonly Partial<NewConnection>[]) => {
      const database = await open()
      onTestFinished(() => database.close())
      await addAccounts(database)
      const store = new ConnectionStore(database)
      const ids: number[] = []
      for (const one of added) ids.push((await store.insert({ ...given, ...one }))!.id)
      return { database, store, ids, id: ids[0]! }
    }

    test('are stored as they are given, once for each name of an account', async () => {
      const { store, id } = await openWith({})
      const found = {
        ...given,
        id,
        state: 'active',
        problem: null,
        backOff: null,
        pulledAtMs: null,
      }
      expect(await store.byId(id)).toEqual(found)
      expect(await store.byName(1, 'max')).toEqual(found)
      expect(await store.insert(given)).toBeNull()
      expect(await store.byName(2, 'max')).toBeNull()
      expect(await store.insert({ ...given, accountId: 2 })).toMatchObject({ accountId: 2 })
      expect((await store.list(1)).map((one) => one.id)).toEqual([id])
      expect(await store.list()).toHaveLength(2)
    })

    test('change in part', async () => {
      const { store, id } = await openWith({})
      const problem = { kind: 'fault', fault: 'cut', message: 'ü' } as const
      await store.change(id, { state: 'refused', problem, pulledAtMs: 5 })
      const schedule: OwnSchedule = {
        readyHours: 0,
        rereadDays: 90,
        sweepDays: 365,
        sweepWeekday: 'sunday',
      }
      await store.change(id, { secrets: { token: bytes(2) }, schedule, settings: {} })
      expect(await store.byId(id)).toMatchObject({
        state: 'refused',
        problem,
        pulledAtMs: 5,
        schedule,
        settings: {},
        secrets: { key: bytes(0, 1, 255), token: bytes(2) },
      })
      const backOff = { failures: 3, untilMs: 1_900_000_000_000, problem }
      await store.change(id, { problem: null, schedule: connectorSchedule, backOff })
      const changed = { problem: null, schedule: connectorSchedule, backOff, booking: 'auto' }
      expect(await store.byId(id)).toMatchObject(changed)
      await store.change(id, { backOff: null, booking: 'report' })
      expect(await store.byId(id)).toMatchObject({ backOff: null, booking: 'report' })
      expect(await store.change(id + 100, { state: 'paused' })).toBe(false)
    })

    test('are removed with their secrets, but what they stated is known', async () => {
      const { store, id } = await openWith({})
      await store.days.put(id, pulled)
      await store.putLogin(id, { sealed: bytes(1), untilMs: 1 })
      await store.remove(id)
      expect(await store.byId(id)).toBeNull()
      expect([await store.list(), await store.byName(1, given.name)]).toEqual([[], null])
      expect(await store.change(id, { state: 'active' })).toBe(false)
      expect(await store.leases.acquire(id, 'puller', 0, 1)).toBe(false)
      expect(await store.login(id)).toBeNull()
      const [stating] = await store.statingDay(1, monday)
      expect(stating).toMatchObject({ id, secrets: {}, settings: {} })
      const again = await store.insert(given)
      expect(again!.id).toBeGreaterThan(id)
    })

    test('end with their account', async () => {
      const { database, store, id } = await openWith({}, { accountId: 2 })
      await store.days.put(id, pulled)
      await new AccountStore(database).remove(1)
      expect((await store.list()).map(({ accountId }) => accountId)).toEqual([2])
      expect(await store.days.get(id, monday)).toBeNull()
    })

    test('keep all that is known of a day', async () => {
      const { store, id } = await openWith({})
      await store.days.put(id, pulled)
      expect(await store.days.get(id, monday)).toEqual(pulled)
      const done = { ...pulled, state: 'done', held: null, problem: null, nextAtMs: null } as const
      await store.days.put(id, done)
      expect(await store.days.get(id, monday)).toEqual(done)
      expect(await store.days.get(id, tuesday)).toBeNull()
      expect(await store.days.lastGood(id)).toBe(monday)
    })

    test('add days once, and never change those that are known', async () => {
      const { store, id } = await openWith({})
      expect(await store.days.last(id)).toBeNull()
      expect(await store.days.nextDueMs(id)).toBeNull()
      await store.days.put(id, pulled)
      const days = Array.from({ length: 1_500 }, (_, nth) => ({
        day: (monday - nth) as typeof monday,
        nextAtMs: 10,
      }))
      await store.days.add(id, days)
      await store.days.add(id, days)
      expect(await store.days.count(id)).toEqual(
        new Map([
          ['held', 1],
          ['due', 1_499],
        ]),
      )
      expect(await store.days.get(id, monday)).toEqual(pulled)
      expect(await store.days.last(id)).toBe(monday)
      expect(await store.days.nextDueMs(id)).toBe(10)
    })

    test('add up the days of all connections by state', async () => {
      const { store, ids } = await openWith({}, { name: 'other' }, { name: 'without days' })
      const [one, other] = ids as [number, number]
      await store.days.put(one, pulled)
      await store.days.put(one, { ...pulled, day: tuesday, nextAtMs: null })
      await store.days.add(one, [{ day: wednesday, nextAtMs: 10 }])
      await store.days.put(other, { ...pulled, state: 'done', nextAtMs: null })
      const totals = await store.days.totals()
      expect(totals.sort((a, b) => a.connectionId - b.connectionId || a.days - b.days)).toEqual([
        { connectionId: one, state: 'due', days: 1, nextAtMs: 10 },
        { connectionId: one, state: 'held', days: 2, nextAtMs: 2 ** 42 },
        { connectionId: other, state: 'done', days: 1, nextAtMs: null },
      ])
    })

    test('tell which days failed, latest first', async () => {
      const { store, ids } = await openWith({}, { name: 'other' }, { accountId: 2 })
      const [one, other, others] = ids as [number, number, number]
      for (const [id, at, failedAtMs] of [
        [one, monday, 5],
        [one, tuesday, null],
        [one, wednesday, 7],
        [other, monday, 6],
        [others, monday, 8],
      ] as const) {
        await store.days.put(id, { ...pulled, day: at, failedAtMs })
      }
      const failed = async (limit: number, accountId?: number) =>
        (await store.days.failed(limit, accountId)).map((day) => [day.connectionId, day.day])
      expect(await failed(9, 1)).toEqual([
        [one, wednesday],
        [other, monday],
        [one, monday],
      ])
      expect(await failed(2)).toEqual([
        [others, monday],
        [one, wednesday],
      ])
      await store.remove(one)
      expect(await failed(9, 1)).toEqual([[other, monday]])
    })

    test('tell which days are due, newest first', async () => {
      const { store, id, ids } = await openWith({}, { name: 'other' })
      for (const [at, nextAtMs] of [
        [monday, 100],
        [tuesday, null],
        [wednesday, 200],
      ] as const) {
        await store.days.put(id, { ...pulled, day: at, nextAtMs })
      }
      await store.days.put(ids[1]!, { ...pulled, nextAtMs: 1 })
      const due = async (nowMs: number, limit = 9) =>
        (await store.days.due(id, nowMs, limit)).map((one) => one.day)
      expect(await due(99)).toEqual([])
      expect(await due(200)).toEqual([wednesday, monday])
      expect(await due(200, 1)).toEqual([wednesday])
      expect(await store.days.makeDue(id, { firstDay: tuesday, lastDay: wednesday }, 50)).toBe(2)
      expect(await due(50)).toEqual([wednesday, tuesday])
      expect(await store.days.get(id, tuesday)).toMatchObject({ mark: null, stated: pulled.stated })
      await store.days.plan(id, [
        { day: monday, nextAtMs: 45 },
        { day: tuesday, nextAtMs: null },
      ])
      expect(await due(45)).toEqual([monday])
      expect(await store.days.get(id, monday)).toMatchObject({ failures: 3, mark: 'ü mark' })
      await store.days.put(id, { ...pulled, state: 'failed', nextAtMs: 10_000 })
      await store.days.retryFailed(id, 40)
      expect(await due(40)).toEqual([monday])
      expect(await due(50), 'those that failed are last').toEqual([monday, wednesday])
    })

    test('tell which of an account have figures of a day', async () => {
      const { store, ids } = await openWith({}, { name: 'b' }, { name: 'a' }, { accountId: 2 })
      const [first, second, third, others] = ids as [number, number, number, number]
      for (const id of [first, third, others]) await store.days.put(id, pulled)
      await store.days.put(second, { ...pulled, stated: null })
      const named = async (at: typeof monday) =>
        (await store.statingDay(1, at)).map(({ name }) => name)
      expect(await named(monday)).toEqual(['a', 'max'])
      expect(await named(tuesday)).toEqual([])
    })

    test('are worked on by one owner at a time', async () => {
      const { store, id } = await openWith({})
      await store.change(id, { secrets: {} })
      const owners = Array.from({ length: 8 }, (_, nth) => `owner ${nth}`)
      const taken = await Promise.all(
        owners.map((owner) => store.leases.acquire(id, owner, 1_000, 2_000)),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
      const owner = owners[taken.indexOf(true)]!
      expect(await store.leases.acquire(id, 'late', 1_999, 5_000)).toBe(false)
      expect(await store.leases.holder(id)).toEqual({ owner, untilMs: 2_000 })
      expect(await store.leases.keep(id, owner, 1_999, 3_000)).toBe(true)
      expect(await store.leases.keep(id, owner, 3_000, 9_000), 'it ended').toBe(false)
      expect(await store.leases.acquire(id, 'late', 2_999, 5_000)).toBe(false)
      expect(await store.leases.acquire(id, 'late', 3_000, 5_000)).toBe(true)
      expect(await store.leases.keep(id, owner, 3_000, 9_000)).toBe(false)
      await store.leases.release(id, owner)
      expect(await store.leases.acquire(id, owner, 4_999, 9_000)).toBe(false)
      await store.leases.release(id, 'late')
      expect(await store.leases.holder(id)).toBeNull()
      expect(await store.leases.acquire(id, owner, 4_999, 9_000)).toBe(true)
      // A clock was ten days ahead, and set back.
      await store.leases.acquire(id, owner, 4_999, 10 * 86_400_000)
      expect(await store.leases.acquire(id, 'late', 5_000, 9_000)).toBe(true)
    })

    test('are taken from whoever works on them when a person changes them', async () => {
      const { store, id } = await openWith({})
      for (const changes of [
        ...[{ state: 'paused' }, { booking: 'report' }, { settings: {} }, { secrets: {} }],
        { schedule: connectorSchedule, pulledAtMs: 1 },
      ] as const) {
        await store.change(id, { state: 'active' })
        expect(await store.leases.acquire(id, 'one', 1_000, 9_000)).toBe(true)
        await store.change(id, { pulledAtMs: 2_000, backOff: null })
        expect(await store.leases.keep(id, 'one', 2_000, 9_000), 'what a pull notes').toBe(true)
        await store.change(id, changes)
        expect(await store.leases.keep(id, 'one', 2_000, 9_000), JSON.stringify(changes)).toBe(
          false,
        )
      }
      await store.remove(id)
      expect(await store.leases.acquire(id, 'one', 1_000, 9_000)).toBe(false)
    })

    test('are left alone until their secrets are there', async () => {
      const { store, id } = await openWith({ createdAtMs: 1_000, secrets: {} })
      expect(await store.leases.acquire(id, 'one', 1_000, 9_000)).toBe(false)
      await store.change(id, { secrets: { key: bytes(1) } })
      expect(await store.leases.acquire(id, 'one', 1_000, 9_000)).toBe(true)
    })

    test('space the requests of an account, whoever sends them', async () => {
      const { store } = await openWith()
      const now = 1_900_000_000_000
      const places = await Promise.all(
        Array.from({ length: 20 }, () => store.places.reserve('key', now, 300)),
      )
      expect(places.sort((one, other) => one - other)).toEqual(
        Array.from({ length: 20 }, (_, nth) => now + nth * 300),
      )
      expect(await store.places.reserve('other', now, 300)).toBe(now)
      // Unused places are lost.
      expect(await store.places.reserve('key', now + 1e6, 300)).toBe(now + 1e6)
      await store.places.pause('key', now + 2e6)
      await store.places.pause('key', now + 1e6)
      expect(await store.places.reserve('key', now + 1e6, 300)).toBe(now + 2e6)
      await store.places.pause('new', now + 5)
      expect(await store.places.reserve('new', now, 300)).toBe(now + 5)
      // A clock was ten days ahead, and set back.
      await store.places.reserve('ahead', now + 10 * 86_400_000, 300)
      expect(await store.places.reserve('ahead', now, 300)).toBe(now)
    })

    test('keep a login', async () => {
      const { store, id } = await openWith({})
      expect(await store.login(id)).toBeNull()
      const login = { sealed: bytes(9, 0, 8), untilMs: 1_900_000_000_000 }
      await store.putLogin(id, login)
      expect(await store.login(id)).toEqual(login)
      await store.putLogin(id, null)
      expect(await store.login(id)).toBeNull()
    })
  })
}
