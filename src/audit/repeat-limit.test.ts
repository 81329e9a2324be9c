import { expect, test } from 'vitest'
import { type AuditEvent, auditActions } from './audit-event.ts'
import { maxAlike, maxOfKind, RepeatLimit, repeatWindowMs } from './repeat-limit.ts'

const failure = (atMs: number, address: string | null = '192.0.2.1'): AuditEvent => ({
  atMs,
  action: 'sign_in_failed',
  actor: { kind: 'visitor', address },
  account: `name-${atMs}`,
  facts: { reason: 'wrong_password' },
})

const takeAll = (limit: RepeatLimit, events: readonly AuditEvent[]) =>
  events.flatMap((event) => limit.admit(event))

test('records failures of one address up to the limit, whatever the account, then counts them', () => {
  const limit = new RepeatLimit()
  const events = Array.from({ length: maxAlike + 5 }, (_, atMs) => failure(atMs))
  expect(takeAll(limit, events)).toEqual(events.slice(0, maxAlike))
  expect(limit.drain()).toEqual([
    { ...failure(maxAlike + 4), account: null, facts: { reason: 'wrong_password', repeated: 5 } },
  ])
  expect(limit.drain()).toEqual([])
})

test('writes the count when the next window begins', () => {
  const limit = new RepeatLimit()
  takeAll(
    limit,
    Array.from({ length: maxAlike + 2 }, () => failure(7)),
  )
  expect(limit.admit(failure(7 + repeatWindowMs - 1))).toEqual([])
  const [counted, next, ...others] = limit.admit(failure(7 + repeatWindowMs))
  expect(counted).toMatchObject({ facts: { repeated: 3 }, atMs: 7 + repeatWindowMs - 1 })
  expect(next).toEqual(failure(7 + repeatWindowMs))
  expect(others).toEqual([])
})

test('counts addresses, actions and signed-in accounts apart', () => {
  const limit = new RepeatLimit()
  takeAll(
    limit,
    Array.from({ length: maxAlike + 1 }, () => failure(0)),
  )
  const session = { ...failure(0), actor: { kind: 'session', address: '192.0.2.1' } } as const
  const others = [
    failure(0, '192.0.2.2'),
    { ...failure(0), action: 'sign_out' } as const,
    { ...failure(0), facts: { reason: 'wrong_code' } },
    { ...session, account: 'one' },
    { ...session, account: 'two' },
  ]
  expect(takeAll(limit, others)).toEqual(others)
})

test('bounds what visitors from many addresses cause, and leaves room for sessions', () => {
  const limit = new RepeatLimit()
  const flood = Array.from({ length: maxOfKind + 500 }, (_, n) =>
    failure(0, `2001:db8:0:${n}::/64`),
  )
  expect(takeAll(limit, flood)).toHaveLength(maxOfKind)
  const session = { ...failure(0), actor: { kind: 'session', address: '192.0.2.1' } } as const
  expect(limit.admit(session)).toEqual([session])
  // Those without a group of their own share one.
  expect(limit.drain()).toEqual([
    {
      ...failure(0),
      account: null,
      actor: { kind: 'visitor', address: null },
      facts: { reason: 'wrong_password', repeated: 500 },
    },
  ])
})

test('tells of counted events what the last one was', () => {
  const limit = new RepeatLimit()
  const events = Array.from({ length: maxAlike + 2 }, (_, nth) => ({
    ...failure(0),
    action: 'figures_imported' as const,
    account: 'studio',
    facts: { import: nth },
    actor: { kind: 'key' as const, address: '192.0.2.1', name: 'uploads' },
  }))
  takeAll(limit, events)
  expect(limit.drain()).toEqual([{ ...events[0], facts: { import: maxAlike + 1, repeated: 2 } }])
})

const changes = auditActions.filter(
  (action) => !/^sign_|^set_up_failed$|^figures_exported$|_imported$/.test(action),
)
test.each(changes)('always records %s with its details', (action) => {
  const limit = new RepeatLimit()
  const events = Array.from({ length: 3 * maxAlike }, (_, nth) => ({
    ...failure(0),
    action,
    account: 'studio',
    facts: { user: `invited-${nth}` },
    actor: { kind: 'session' as const, address: '192.0.2.1', name: 'owner' },
  }))
  expect(takeAll(limit, events)).toEqual(events)
  expect(limit.drain()).toEqual([])
})

test('always records commands', () => {
  const limit = new RepeatLimit()
  const events = Array.from({ length: 3 * maxAlike }, () => failure(0, null))
  expect(takeAll(limit, events)).toEqual(events)
  expect(limit.drain()).toEqual([])
})
