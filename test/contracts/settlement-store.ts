import { describe, expect, test } from 'vitest'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { removeAccount } from '../../src/records/remove-account.ts'
import {
  SettlementChangedError,
  SettlementStore,
} from '../../src/records/settlement/settlement-store.ts'
import type { JournalLine } from '../../src/settlement/journal.ts'
import type { NewLine } from '../../src/settlement/statement-line.ts'
import type { DatedTerms } from '../../src/settlement/terms.ts'
import { type Day, parseDay } from '../../src/values/day.ts'
import { addAccounts } from './add-accounts.ts'

const march = parseDay('2026-03-01')!
const april = parseDay('2026-04-01')!

const terms: DatedTerms = {
  network: 'admob',
  from: march,
  netDays: 26,
  minimumMicros: 100_000_000n,
  currency: 'USD',
  feePpm: 25_000,
  fixedFeeMicros: 15_000_000n,
  withholdingPpm: 0,
  apps: [1, 3],
}

/** The largest amount of a line, which has 53 bits. */
const largestMicros = 9_000_000_000_000_000n

const line = (day: Day, amountMicros: bigint): NewLine => ({
  kind: 'payment',
  network: 'admob',
  amountMicros,
  currency: 'USD',
  day,
  reference: 'WIRE 1',
  reason: null,
  rate: '1',
  parts: [
    { network: 'admob', month: march, app: null, amountMicros: amountMicros - 1n },
    { network: 'admob', month: april, app: 3, amountMicros: 1n },
  ],
})

const about = {
  source: 'statements',
  fileName: 'march.csv',
  fileHash: 'ab',
  skipped: 2,
  importedAtMs: 1_800_000_000_000,
  importedBy: null,
}

const close = {
  month: march,
  entry: 7,
  currency: 'USD',
  closedAtMs: 1_800_000_000_000,
  closedBy: 'ada@studio.example',
  carried: [{ network: 'vungle', month: april, entry: 6, amountMicros: -5n }],
  days: [{ network: 'admob', app: 1, dailyMicros: [largestMicros, null, 0n, -3n] }],
}

const booked = (day: Day, amountMicros: bigint): JournalLine[] => {
  const about = { day, network: 'admob', reference: 'reported 2026-03' }
  return [
    { ...about, account: 'accrued', amountMicros },
    { ...about, account: 'revenue', amountMicros: -amountMicros },
  ]
}

/** The cases for the store of terms, statements and closes on every relational engine. */
export function settlementCases(openHere: () => Promise<RelationalDatabase>): void {
  const open = async () => {
    const database = await openHere()
    await addAccounts(database)
    return { database, store: new SettlementStore(database) }
  }

  describe('what networks owe and paid', () => {
    test('is read as it was written, of its account alone', async () => {
      const { store } = await open()
      const stored = await store.change(1, 0, async (writer) => {
        await writer.putTerms(terms)
        await writer.putMapping('mybank', '{}')
        return writer.addImport(about, [line(april, largestMicros), line(march, 5n)])
      })
      const { version, ...read } = await store.read(1)
      expect(version).toBe(1)
      expect(read.terms).toEqual([terms])
      expect(read.imports).toEqual([{ id: stored.id, ...about, undoneAtMs: null }])
      const rest = { importId: stored.id, isRestated: null, bookedIn: null }
      expect(read.lines).toEqual([
        { id: stored.lines[1], ...line(march, 5n), ...rest },
        { id: stored.lines[0], ...line(april, largestMicros), ...rest },
      ])
      expect([...(await store.mappings(1))]).toEqual([['mybank', '{}']])
      const nothing = { version: 0, terms: [], imports: [], lines: [], closes: [] }
      expect(await store.read(2)).toEqual(nothing)
      expect([...(await store.mappings(2))]).toEqual([])
    })

    test('is changed only on the version that the change was decided on', async () => {
      const { store } = await open()
      await store.change(1, 0, (writer) => writer.putTerms(terms))
      const late = store.change(1, 0, (writer) => writer.removeTerms('admob', march))
      await expect(late).rejects.toThrow(SettlementChangedError)
      const failed = store.change(1, 1, async (writer) => {
        await writer.removeTerms('admob', march)
        throw new Error('given up')
      })
      await expect(failed).rejects.toThrow('given up')
      expect(await store.read(1)).toMatchObject({ version: 1, terms: [terms] })
    })

    test('ends with an undo, and changes with an assignment', async () => {
      const { store } = await open()
      const { id, lines } = await store.change(1, 0, (writer) =>
        writer.addImport(about, [line(march, 5n)]),
      )
      const parts = [{ network: 'vungle', month: april, app: null, amountMicros: 5n }]
      await store.change(1, 1, async (writer) => {
        await writer.assign(lines[0]!, parts)
        await writer.setRestated(lines[0]!, true)
      })
      expect((await store.read(1)).lines).toMatchObject([{ parts, isRestated: true }])
      await store.change(1, 2, (writer) => writer.undoImport(id, 9))
      expect(await store.read(1)).toMatchObject({ lines: [], imports: [{ undoneAtMs: 9 }] })
    })

    test('has closes with their days, which book lines until they are withdrawn', async () => {
      const { store } = await open()
      const { lines } = await store.change(1, 0, (writer) =>
        writer.addImport(about, [line(march, 5n), line(april, 6n)]),
      )
      const id = await store.change(1, 1, (writer) =>
        writer.addClose({ ...close, lines: [lines[0]!], journal: booked(march, 5n) }),
      )
      const { days, ...kept } = close
      const read = await store.read(1)
      const revenueMicros = largestMicros - 3n
      const figures = [{ network: 'admob', month: march, app: 1, revenueMicros }]
      expect(read.closes).toEqual([{ id, ...kept, figures }])
      expect(read.lines.map(({ bookedIn }) => bookedIn)).toEqual([march, null])
      expect(await store.closedDays(id)).toEqual(days)
      await store.change(1, 2, (writer) => writer.withdrawClose({ id, month: march }))
      const after = await store.read(1)
      expect(after.closes).toEqual([])
      expect(after.lines.map(({ bookedIn }) => bookedIn)).toEqual([null, null])
      expect(await store.closedDays(id)).toEqual([])
      expect(await store.journal(1)).toEqual([])
    })

    test('has the journal of closes by month, of one account', async () => {
      const { store } = await open()
      const add = (account: number, month: Day, version: number) => {
        const journal = booked(month, largestMicros)
        return store.change(account, version, (writer) =>
          writer.addClose({ ...close, month, lines: [], journal }),
        )
      }
      await add(1, april, 0)
      await add(1, march, 1)
      await add(2, march, 0)
      const [first, second] = [booked(march, largestMicros), booked(april, largestMicros)]
      expect(await store.journal(1)).toEqual([...first, ...second])
      expect(await store.journal(1, { to: march })).toEqual(first)
      expect(await store.journal(1, { from: april, to: null })).toEqual(second)
    })

    test('is removed with its account', async () => {
      const { database, store } = await open()
      for (const account of [1, 2]) {
        await store.change(account, 0, async (writer) => {
          await writer.putTerms(terms)
          await writer.putMapping('mybank', '{}')
          const { lines } = await writer.addImport(about, [line(march, 5n)])
          await writer.addClose({ ...close, lines, journal: booked(march, 5n) })
        })
      }
      await database.withLock(['records', 'catalogue', 'users'], (transaction) =>
        removeAccount(transaction, 1),
      )
      expect(await store.read(1)).toMatchObject({ version: 0, terms: [], imports: [], closes: [] })
      expect((await store.read(2)).closes).toHaveLength(1)
      for (const table of [
        'lineParts',
        'closedFigures',
        'carriedChanges',
        'journalLines',
      ] as const) {
        const rows = await database.reads.selectFrom(table).select('accountId').execute()
        expect(new Set(rows.map(({ accountId }) => accountId))).toEqual(new Set([2]))
      }
    })
  })
}
