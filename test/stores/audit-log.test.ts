import { expect, onTestFinished, test, vi } from 'vitest'
import type { AuditEvent } from '../../src/audit/audit-event.ts'
import { AuditLog, appendEvent } from '../../src/records/audit-log.ts'
import { openRelational } from '../../src/records/database.ts'
import { dayMs } from '../../src/values/day.ts'

const now = new Date('2026-03-10T12:00:00Z')
const command = { kind: 'command', address: null } as const

/** An audit log in memory. */
async function openLog() {
  const database = await openRelational(':memory:')
  onTestFinished(() => database.close())
  const warnings: string[] = []
  const audit = new AuditLog(
    database,
    () => now,
    (line) => warnings.push(line),
  )
  return { database, warnings, audit }
}

test('texts of facts are shortened, lists cut, and control characters replaced', async () => {
  const { audit } = await openLog()
  await audit.record(command, [
    {
      action: 'figures_imported',
      account: `\u0000${'a'.repeat(100)}`,
      facts: {
        import: 7,
        name: `\u001b[31m\ud800${'x'.repeat(10_000)}`,
        files: Array.from({ length: 50 }, (_, nth) => `${nth}\n.csv`),
      },
    },
  ])
  expect(await audit.page(null, 10, {})).toEqual([
    {
      id: 1,
      atMs: now.getTime(),
      actor: command,
      action: 'figures_imported',
      account: `\ufffd${'a'.repeat(63)}`,
      facts: {
        import: 7,
        name: `\ufffd[31m\ufffd${'x'.repeat(194)}`,
        files: Array.from({ length: 20 }, (_, nth) => `${nth}\ufffd.csv`),
      },
    },
  ])
})

test('events are as old as the newest one says, if the clock is further ahead', async () => {
  const { audit, database, warnings } = await openLog()
  await audit.removeOld(400)
  const newestMs = now.getTime() - 1_000 * dayMs
  const times = [newestMs - 400 * dayMs - 1, newestMs - 400 * dayMs, newestMs]
  for (const atMs of times) {
    const event: AuditEvent = {
      atMs,
      action: 'sign_out',
      actor: command,
      account: null,
      facts: {},
    }
    await appendEvent(database, event)
  }
  await audit.removeOld(400)
  const kept = await audit.page(null, 10, {})
  expect(kept.map(({ atMs }) => atMs)).toEqual([newestMs, newestMs - 400 * dayMs])
  expect(warnings).toEqual([])
})

test('an event that cannot be written, or not be gathered, is a warning and no failure', async () => {
  const { audit, database, warnings } = await openLog()
  await database.writes.schema.dropTable('auditEvents').execute()
  await audit.record(command, [{ action: 'key_rotated', account: 'studio', facts: {} }])
  await audit.record(command, Promise.reject(new Error('ledger away')))
  expect(warnings).toEqual([
    expect.stringMatching(/^An event is missing from the audit log: .*no such table/),
    'An event is missing from the audit log: ledger away',
  ])
})

test('an event that takes too long to write is not waited for', async () => {
  const { audit, database, warnings } = await openLog()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [begun, writing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = database.withLock(['records'], async (transaction) => {
    await transaction.schema.dropTable('auditEvents').execute()
    begun.resolve()
    await writing.promise
  })
  await begun.promise
  const recorded = audit.record(command, [{ action: 'key_rotated', account: 'studio', facts: {} }])
  await vi.advanceTimersByTimeAsync(10_000)
  await recorded
  expect(warnings).toEqual([])
  writing.resolve()
  await other
  await vi.waitFor(() => expect(warnings).toHaveLength(1))
})
