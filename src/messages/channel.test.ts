import { expect, test } from 'vitest'
import { deliverableAtMs, usualSettings } from './channel.ts'

test.each([
  ['Europe/Berlin', 22, 7, '2026-03-10T20:59:59Z', '2026-03-10T20:59:59Z'],
  ['Europe/Berlin', 22, 7, '2026-03-10T21:00:00Z', '2026-03-11T06:00:00Z'],
  ['Asia/Kolkata', 22, 7, '2026-03-10T20:10:00Z', '2026-03-11T01:30:00Z'],
  ['Asia/Kathmandu', 22, 7, '2026-03-10T20:10:00Z', '2026-03-11T01:15:00Z'],
  ['Europe/Berlin', 22, 2, '2026-03-28T23:30:00Z', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', 7, 6, '2026-10-24T05:30:00Z', '2026-10-25T05:00:00Z'],
] as const)(
  'in %s, quiet hours from %i to %i keep an alert of %s until %s',
  (zone, from, to, at, until) => {
    const settings = { ...usualSettings, timeZone: zone, quiet: { from, to } }
    const atMs = Date.parse(at)
    expect(deliverableAtMs(settings, 'alert.fired', atMs)).toBe(Date.parse(until))
    expect(deliverableAtMs(settings, 'digest.daily', atMs)).toBe(atMs)
  },
)
