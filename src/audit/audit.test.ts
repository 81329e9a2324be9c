import { expect, onTestFinished, test, vi } from 'vitest'
import { dayMs } from '../values/day.ts'
import { Audit } from './audit.ts'
import type { AuditEvent } from './audit-event.ts'
import type { AuditLog } from './audit-log.ts'

const now = new Date('2026-03-10T12:00:00Z')
const command = { kind: 'command', address: null } as const

/** An audit log in a list. */
function listed() {
  const events: AuditEvent[] = []
  const log: AuditLog = {
    append: async (event) => void events.push(event),
    page: async () => [],
    removeBefore: async () => 0,
  }
  const warnings: string[] = []
  return {
    events,
    log,
    warnings,
    audit: new Audit(
      log,
      () => now,
      (line) => warnings.push(line),
    ),
  }
}

test('texts of facts are shortened, lists cut, and control characters replaced', async () => {
  const { audit, events } = listed()
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
  expect(events).toEqual([
    {
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
  const { audit, log } = listed()
  const removed: number[] = []
  log.removeBefore = async (atMs) => removed.push(atMs)
  await audit.removeOld(400)
  const newest = { id: 7, atMs: now.getTime() - 1_000 * dayMs, action: 'sign_out' } as never
  log.page = async () => [newest]
  await audit.removeOld(400)
  expect(removed).toEqual([now.getTime() - 1_400 * dayMs])
})

test('an event that cannot be written, or not be gathered, is a warning and no failure', async () => {
  const { audit, log, warnings } = listed()
  log.append = () => Promise.reject(new Error('disk full'))
  await audit.record(command, [{ action: 'key_rotated', account: 'studio', facts: {} }])
  await audit.record(command, Promise.reject(new Error('ledger away')))
  expect(warnings).toEqual([
    'An event is missing from the audit log: disk full',
    'An event is missing from the audit log: ledger away',
  ])
})

test('an event that takes too long to write is not waited for', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { audit, log, warnings } = listed()
  const writing = Promise.withResolvers<void>()
  log.append = () => writing.promise
  const recorded = audit.record(command, [{ action: 'key_rotated', account: 'studio', facts: {} }])
  await vi.advanceTimersByTimeAsync(10_000)
  await recorded
  writing.reject(new Error('gone'))
  await vi.waitFor(() => expect(warnings).toHaveLength(1))
})
