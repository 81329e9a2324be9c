import { describe, expect, test } from 'vitest'
import { Refusal } from '../values/refusal.ts'
import { acceptedFields, checkFiles, checkRequest, maxFiles } from './check-request.ts'
import { addConnection } from './connections/add-connection.ts'
import { createAccount } from './create-account.ts'
import { importFigures } from './import-figures.ts'
import { listAccounts } from './list-accounts.ts'
import { useCases } from './registry.ts'
import { setPassword } from './set-password.ts'

type Checked = Parameters<typeof checkRequest>[0]

const factsOf = (work: () => void): Record<string, unknown> => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return { ...error.facts, code: error.code }
    throw error
  }
  return {}
}

const refused = (useCase: Checked, request: unknown) =>
  factsOf(() => checkRequest(useCase, request))

describe('a request is refused by its first bad field', () => {
  test.each<[what: string, Checked, unknown, object]>([
    [
      'a missing one',
      setPassword,
      { username: 'a' },
      { field: 'password', fault: 'missing', value: null, accepts: '10 to 256 characters' },
    ],
    [
      'an unknown one, whose value may be a secret',
      setPassword,
      { username: 'a', pasword: 'hunter2 hunter2' },
      { field: 'pasword', fault: 'unknown', value: null, accepts: 'username, password' },
    ],
    [
      'an unknown one of a request without fields',
      listAccounts,
      { constructor: 1 },
      { field: 'constructor', fault: 'unknown', value: null, accepts: '' },
    ],
    [
      'one that every object has',
      listAccounts,
      JSON.parse('{"__proto__":{}}'),
      { field: '__proto__', fault: 'unknown' },
    ],
    [
      'a wrong type',
      createAccount,
      { username: 5 },
      { field: 'username', fault: 'not accepted', value: '5' },
    ],
    ['a null', createAccount, { username: null }, { field: 'username', value: 'null' }],
    ['a list', createAccount, { username: ['a'] }, { field: 'username', value: 'a list' }],
    ['an object', createAccount, { username: {} }, { field: 'username', value: 'an object' }],
    [
      'a member of a member',
      importFigures,
      { rates: { name: 'rates.csv', text: 5 } },
      { field: 'rates.text', fault: 'not accepted', value: '5' },
    ],
    [
      'a member of a record, whose value is a secret',
      addConnection,
      { username: 'a', connector: 'meta', values: { token: '' } },
      {
        field: 'values.token',
        fault: 'not accepted',
        value: null,
        accepts: "the values of the connector's fields, 1 to 4096 characters each",
      },
    ],
    [
      'a missing member of a member',
      importFigures,
      { rates: { name: 'rates.csv' } },
      { field: 'rates.text', fault: 'missing' },
    ],
    ['a request that is none', listAccounts, null, { field: '', value: null }],
    ['a list of requests', listAccounts, [], { field: '', value: null }],
    ['text that may be a secret', setPassword, 'hunter2', { field: '', value: null }],
  ])('%s', (_what, useCase, request, facts) => {
    expect(refused(useCase, request)).toMatchObject({
      code: 'field_refused',
      useCase: useCase.name,
      ...facts,
    })
  })

  test('repeating only the beginning of its value', () => {
    const { value } = refused(createAccount, { username: 'x'.repeat(1e6) })
    expect(String(value).length).toBeLessThan(300)
    const { field } = refused(createAccount, { username: 'a', ['x'.repeat(1e6)]: 1 })
    expect(String(field).length).toBeLessThan(300)
  })

  test('even when it is nested very deeply', () => {
    const username = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(refused(createAccount, { username })).toMatchObject({ field: 'username' })
  })
})

describe('a new account', () => {
  test.each(['', ' ', 'a b', '-a', '.a', '_a', 'a/b', 'a?b', 'ä', 'a\n', 'x'.repeat(65)])(
    'cannot be named %j',
    (username) => {
      expect(refused(createAccount, { username })).toMatchObject({
        field: 'username',
        value: JSON.stringify(username),
      })
    },
  )

  test.each(['a', 'A1', '0x', 'a.b-c_d', 'x'.repeat(64)])('can be named %j', (username) => {
    expect(refused(createAccount, { username })).toEqual({})
  })

  test.each(['usd', 'US', 'DOLLAR', '', 'USD\n'])('cannot report in %j', (currency) => {
    const { accepts } = refused(createAccount, { username: 'a', currency })
    expect(accepts).toBe('an ISO 4217 code such as USD')
  })

  test.each(['', 'with space', 'ü', 'x'.repeat(257), 'line\nend'])(
    'cannot have the key %j, which the refusal does not repeat',
    (key) => {
      const facts = refused(createAccount, { username: 'a', key })
      expect(facts).toMatchObject({ field: 'key', value: null })
      if (key !== '') expect(JSON.stringify(facts)).not.toContain(JSON.stringify(key).slice(1, -1))
    },
  )
})

test.each([
  ['123456789', false],
  ['1234567890', true],
  ['😀'.repeat(9), false],
  ['😀'.repeat(10), true],
  ['x'.repeat(256), true],
  ['😀'.repeat(256), true],
  ['x'.repeat(257), false],
])('%s may be a password: %s', (password, accepted) => {
  const facts = refused(setPassword, { username: 'a', password })
  if (accepted) expect(facts).toEqual({})
  else expect(facts).toMatchObject({ field: 'password', value: null })
})

test('accepted fields of a request are distinguished from others', () => {
  const request = { day: '2026-02-30', app: 'zap', createApps: 5, other: 1, constructor: 1 }
  expect(acceptedFields(importFigures, request)).toEqual({ app: 'zap' })
  for (const none of [null, undefined, 'text', 5, []]) {
    expect(acceptedFields(importFigures, none)).toEqual({})
  }
})

describe('files', () => {
  const files = (count: number) => Array(count).fill({ name: 'a.csv', path: '/a.csv' })

  test('are refused when none are accepted, required when some are, and limited', () => {
    expect(factsOf(() => checkFiles(listAccounts, files(1)))).toEqual({
      code: 'files_not_taken',
      useCase: 'list-accounts',
    })
    expect(factsOf(() => checkFiles(importFigures, []))).toEqual({
      code: 'files_missing',
      useCase: 'import-figures',
    })
    expect(factsOf(() => checkFiles(importFigures, files(maxFiles + 1)))).toEqual({
      code: 'too_many_files',
      count: maxFiles + 1,
      maximum: maxFiles,
    })
    expect(factsOf(() => checkFiles(importFigures, files(maxFiles)))).toEqual({})
  })
})

/** A schema, and all that it is made of. */
function* nested(schema: Schema, path: string): Generator<[path: string, schema: Schema]> {
  yield [path, schema]
  const { properties = {}, items } = schema
  for (const [name, member] of Object.entries(properties)) yield* nested(member, `${path}.${name}`)
  if (items) yield* nested(items, `${path}[]`)
}

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly patternProperties?: object
  /** A value or null. */
  readonly anyOf?: readonly Schema[]
}

const schemas = [...useCases.values()].flatMap(({ name, request }) => [...nested(request, name)])

/** The bounds of each type of schema; every one of a list must be there. */
const bounds: Record<string, readonly string[]> = {
  string: ['maxLength'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['maxItems', 'items'],
  boolean: [],
  object: ['properties'],
  // A list of names and values.
  map: ['patternProperties', 'maxProperties'],
}

test.each(schemas)('%s is bounded and says what it accepts', (path, given) => {
  if (path.includes('.')) expect(given.description).toMatch(/^\S.+\S$/)
  const schema = given.anyOf?.find(({ type }) => type !== 'null') ?? given
  if ('enum' in schema) expect(schema.enum).not.toHaveLength(0)
  else {
    const kind = schema.patternProperties ? 'map' : schema.type!
    for (const bound of bounds[kind]!) expect(schema).toHaveProperty(bound)
  }
  if (schema.type === 'object') expect(schema).toMatchObject({ additionalProperties: false })
})
