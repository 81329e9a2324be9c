import { describe, expect, test } from 'vitest'
import type { AuditEvent } from '../../src/audit/audit-event.ts'
import { AuditLog, appendEvent } from '../../src/records/audit-log.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'

const event = (atMs: number, account: string | null = null): AuditEvent => ({
  atMs,
  action: 'figures_imported',
  actor: { kind: 'key', address: '2001:db8:1:2::/64' },
  account,
  facts: { import: 7, files: ['a.csv', 'ü "b".csv'], partial: true, source: 'admob' },
})

/** The cases of the audit log. @param open opens an empty database */
export function auditLogCases(open: () => Promise<RelationalDatabase>): void {
  describe('the audit log', () => {
    const logOf = (database: RelationalDatabase) =>
      new AuditLog(
        database,
        () => new Date(),
        (line) => expect.unreachable(line),
      )
    const openWith = async (...events: readonly AuditEvent[]) => {
      const database = await open()
      for (const one of events) await appendEvent(database, one)
      return logOf(database)
    }
    const timesOf = async (...[before, limit, filter]: Parameters<AuditLog['page']>) => {
      const log = await openWith(event(10, 'one'), event(20, 'two'), event(30), event(40, 'one'))
      return (await log.page(before, limit, filter)).map(({ atMs }) => atMs)
    }

    test('returns events as they were appended', async () => {
      const command = { ...event(1), actor: { kind: 'command', address: null } } as const
      const log = await openWith(event(Date.parse('2026-03-10T12:00:00.123Z'), 'studio'), command)
      const [last, first] = await log.page(null, 10, {})
      expect(last).toEqual({ id: expect.any(Number), ...command })
      expect(first).toEqual({
        id: expect.any(Number),
        ...event(Date.parse('2026-03-10T12:00:00.123Z'), 'studio'),
      })
      expect(last!.id).toBeGreaterThan(first!.id)
    })

    test('returns pages, newest event first', async () => {
      expect(await timesOf(null, 3, {})).toEqual([40, 30, 20])
      const log = await openWith(event(10), event(20), event(30))
      const [, second] = await log.page(null, 2, {})
      expect((await log.page(second!.id, 2, {})).map(({ atMs }) => atMs)).toEqual([10])
      expect(await log.page(1, 2, {})).toEqual([])
    })

    test('filters by account and by time, inclusive', async () => {
      expect(await timesOf(null, 9, { account: 'one' })).toEqual([40, 10])
      expect(await timesOf(null, 9, { account: 'ONE' })).toEqual([])
      expect(await timesOf(null, 9, { sinceMs: 20 })).toEqual([40, 30, 20])
      expect(await timesOf(null, 9, { account: 'one', sinceMs: 11 })).toEqual([40])
    })

    test('filters by action', async () => {
      const log = await openWith(event(10), { ...event(20), action: 'key_revoked' })
      const page = await log.page(null, 9, { action: 'key_revoked' })
      expect(page.map(({ atMs }) => atMs)).toEqual([20])
    })

    test('removes events before a given time, however many, and never reuses an id', async () => {
      const many = Array.from({ length: 2_500 }, () => event(10))
      const database = await open()
      for (const one of [...many, event(20)]) await appendEvent(database, one)
      const log = logOf(database)
      const [newest] = await log.page(null, 1, {})
      expect(await log.removeBefore(20)).toBe(2_500)
      expect(await log.page(null, 9, {})).toEqual([newest])
      expect(await log.removeBefore(21)).toBe(1)
      await appendEvent(database, event(30))
      const [next] = await log.page(null, 1, {})
      expect(next!.id).toBeGreaterThan(newest!.id)
    })

    test('keeps an event whose clock was behind, as long as those before it', async () => {
      const log = await openWith(event(10), event(40), event(5), event(50))
      expect(await log.removeBefore(30)).toBe(1)
      expect((await log.page(null, 9, {})).map(({ atMs }) => atMs)).toEqual([50, 5, 40])
      expect(await log.removeBefore(45)).toBe(2)
    })
  })
}
