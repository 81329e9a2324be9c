import { expect, test } from 'vitest'
import type { Connector } from '../sources/connector.ts'
import { Refusal } from '../values/refusal.ts'
import { checkFields, givenOf, secretsOf } from './fields.ts'

const connector = {
  name: 'net',
  fields: {
    user: { title: 'User', where: 'Account' },
    key: { title: 'Key', where: 'Keys', isSecret: true },
    zone: { title: 'Zone', where: 'Any', choices: ['UTC', 'UTC+8'], default: 'UTC' },
  },
} as unknown as Connector
const good = { user: 'ü 1', key: 'k' }

test('values of all fields without a default are accepted', () => {
  expect(() => checkFields(connector, good)).not.toThrow()
  expect(() => checkFields(connector, { ...good, zone: 'UTC+8' })).not.toThrow()
  expect(() => checkFields(connector, { key: 'x'.repeat(4_096) }, () => true)).not.toThrow()
})

test.each([
  ['missing', 'key', { user: 'u' }],
  ['unknown', 'toString', { ...good, toString: 'secret-value' }],
  ['unknown', 'x'.repeat(64), { ...good, ['x'.repeat(70)]: 'secret-value' }],
  ['not accepted', 'key', { ...good, key: '' }],
  ['not accepted', 'key', { ...good, key: 'secret-value\r\nHost: evil' }],
  ['not accepted', 'key', { ...good, key: 'secret-value\0' }],
  ['not accepted', 'user', { ...good, user: 'x'.repeat(4_097) }],
  ['not accepted', 'zone', { ...good, zone: 'secret-value' }],
])('a refusal of a field that is %s names it, and never its value', (fault, field, values) => {
  const refusal = refusalOf(() => checkFields(connector, values as never))
  expect(refusal).toMatchObject({ code: 'connection_field_refused', facts: { field, fault } })
  expect(JSON.stringify([refusal.facts, refusal.message])).not.toContain('secret-value')
})

test('absent values are defaults or empty, and empty secrets are none', () => {
  const given = givenOf(connector, { user: 'u' })
  expect(given).toEqual({ user: 'u', key: '', zone: 'UTC' })
  expect(secretsOf(connector, { ...given, key: 'k' })).toEqual(['k'])
})

function refusalOf(work: () => void): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('was accepted')
}
