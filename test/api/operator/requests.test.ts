import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import Value from 'typebox/value'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorRoutes } from '../../../src/http/operator/routes.ts'
import { newServer } from '../../../src/http/server.ts'
import { checkRequest } from '../../../src/use-cases/check-request.ts'
import { useCases } from '../../../src/use-cases/registry.ts'
import { Refusal } from '../../../src/values/refusal.ts'
import { shareSite } from '../../import/import-site.ts'

const token = 'the-operator-token'
const site = shareSite()
let url = ''
/** Failures that the server logged. */
let failures: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line) => failures.push(line) })
  const server = newServer({ log })
  await operatorRoutes(server, {
    call: site().call,
    backUp: () => expect.fail('not called'),
    token,
    workDirectory: join(site().root, 'uploads'),
  })
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/use-cases`
  return async () => {
    await server.close()
    await rm(join(site().root, 'uploads'), { recursive: true, force: true })
  }
})
beforeEach(() => {
  failures = []
})

/** Posts a body. The answer must not reveal server code, and nothing may fail. */
async function post(name: string, body: FormData | string, headers = {}) {
  const answer = await fetch(`${url}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  })
  const text = await answer.text()
  expect(text).not.toMatch(/node_modules|\.ts\b|\bat \w+ \(/)
  expect(failures).toEqual([])
  return { status: answer.status, text }
}

function form(call: unknown, files: readonly string[] = []): FormData {
  const body = new FormData()
  body.set('call', typeof call === 'string' ? call : JSON.stringify(call))
  for (const text of files) body.append('file', new Blob([text]), 'file')
  return body
}

/** Expects a refusal. @returns the refusal as the server sent it */
async function refusedBy(name: string, request: unknown, files: readonly string[] = []) {
  const names = files.map((_, index) => `${index}.csv`)
  const { status, text } = await post(name, form({ request, names }, files))
  expect(status).toBe(200)
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  const { refused, ...others } = JSON.parse(lines[0]!)
  expect(others).toEqual({})
  return refused as { code: string; facts: Record<string, unknown> }
}

/** Expects a check to refuse. */
function refusalOf(check: () => void): { code: string; facts: Record<string, unknown> } {
  try {
    check()
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, facts: { ...error.facts } }
    throw error
  }
  expect.fail('not refused')
}

interface Field {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly writeOnly?: boolean
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Field>>
  /** Of a list. */
  readonly items?: Field
  /** A value or null. */
  readonly anyOf?: readonly Field[]
}

/** Texts; each kind of field accepts at least one of them. */
const texts = [
  'studio',
  'ada@studio.example',
  'USD',
  '2026-03-01',
  '2026-03',
  'S3',
  '1.5',
  'long enough for a password',
  'https://studio.example/consent',
  '/dashboard?range=7d',
  'ed25519:2K8AoRXeQ5Tx3ybpqP9RTZyugyqpTiYsvwA8xl03btg=',
]

function goodValue(field: Field): unknown {
  if (field.anyOf) return goodValue(field.anyOf[0]!)
  if (field.enum) return field.enum[0]
  if (field.type === 'object') return goodObject(field)
  if (field.type === 'array' && field.items?.type === 'object') return [goodObject(field.items)]
  if (field.type === 'boolean') return true
  if (field.type === 'integer') return field.minimum
  const good = texts.find((text) => Value.Check(field as never, text))
  if (good === undefined) throw new Error(`Add a text that fits ${JSON.stringify(field)}`)
  return good
}

const goodObject = ({ properties = {}, required = [] }: Field): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, goodValue(properties[name]!)]))

/** Values that a field does not accept: other types, too long, out of range. */
function* badValues(field: Field) {
  const given = field.anyOf?.find(({ type }) => type !== 'null') ?? field
  const { type, enum: values, maxLength = 0, minimum = 0, maximum = 0 } = given
  if (!field.anyOf) yield null
  yield type === 'array' ? [null] : ['a']
  if (values) yield 'none of these'
  if (type === 'object') yield 5
  else yield { nested: true }
  if (type === 'string') {
    yield 5
    yield 'x'.repeat(maxLength + 1)
  }
  if (type === 'boolean') yield 'true'
  if (type === 'integer') yield* [String(minimum), minimum + 0.5, minimum - 1, maximum + 1]
}

function* badRequests(
  schema: Field,
  path: readonly string[] = [],
): Generator<[field: string, bad: unknown, request: object, secret: boolean]> {
  const good = goodObject(schema)
  const at = (name: string) => [...path, name].join('.')
  yield [at('surprise'), 1, { ...good, surprise: 1 }, false]
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = good
    yield [at(name), undefined, rest, false]
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const bad of badValues(field)) {
      yield [at(name), bad, { ...good, [name]: bad }, field.writeOnly === true]
    }
    if (field.type !== 'object') continue
    for (const [inner, bad, value, secret] of badRequests(field, [...path, name])) {
      yield [inner, bad, { ...good, [name]: value }, secret]
    }
  }
}

describe.each([...useCases.values()])('$name', ({ name, request, takesFiles }) => {
  const schema = request as Field
  const file = takesFiles ? ['a,b\n1,2\n'] : []

  test('refuses every bad field by its name', () => {
    for (const [field, bad, sent, secret] of badRequests(schema)) {
      const context = `${field} = ${String(JSON.stringify(bad)).slice(0, 40)}`
      const { code, facts } = refusalOf(() => checkRequest({ name, request, takesFiles }, sent))
      expect([code, facts.useCase, facts.field], context).toEqual(['field_refused', name, field])
      if (secret) expect(facts.value, context).toBeNull()
      else if (typeof bad === 'string') expect(facts.value).toContain(bad.slice(0, 200))
    }
  })

  test('refuses what is no request', () => {
    for (const sent of [null, 5, 'text', [], [{}]]) {
      expect(refusalOf(() => checkRequest({ name, request, takesFiles }, sent))).toMatchObject({
        code: 'field_refused',
        facts: { field: '', value: null },
      })
    }
  })

  test('refuses over HTTP what it does not accept, and changes no apps, accounts or figures', async () => {
    const state = async () => [await site().installation.accounts.list(), await site().figures()]
    const before = await state()
    expect(await refusedBy(name, { ...goodObject(schema), surprise: 1 }, file)).toMatchObject({
      code: 'field_refused',
      facts: { useCase: name, field: 'surprise', fault: 'unknown' },
    })
    expect(await refusedBy(name, null, file)).toMatchObject({
      code: 'field_refused',
      facts: { field: '', value: null },
    })
    const files = takesFiles ? [] : ['a,b\n1,2\n']
    expect(await refusedBy(name, goodObject(schema), files)).toEqual({
      code: takesFiles ? 'files_missing' : 'files_not_taken',
      facts: { useCase: name },
    })
    expect(await state()).toEqual(before)
  })
})

describe('a call is refused', () => {
  test.each<[what: string, call: unknown]>([
    ['that is not JSON', '{"request":'],
    ['that is empty', ''],
    ['without a request', { names: [] }],
    ['without names', { request: {} }],
    ['with another member', { request: {}, names: [], other: 1 }],
    ['whose names are not texts', { request: {}, names: [5] }],
    ['whose names are too long', { request: {}, names: ['x'.repeat(5_000)] }],
    ['that is a list', []],
    ['that is null', 'null'],
  ])('%s', async (_what, call) => {
    const { status, text } = await post('list-accounts', form(call))
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({ refused: { code: 'call_unreadable', facts: {} } })
  })

  test('without a form', async () => {
    const body = new FormData()
    body.append('file', new Blob(['a']), 'file')
    const { text } = await post('list-accounts', body)
    expect(JSON.parse(text)).toEqual({ refused: { code: 'call_unreadable', facts: {} } })
  })

  test('that is too large', async () => {
    const rates = { name: 'rates.csv', text: 'x'.repeat(70_000_000) }
    const { text } = await post('import-figures', form({ request: { rates }, names: [] }))
    expect(JSON.parse(text)).toEqual({ refused: { code: 'call_unreadable', facts: {} } })
  })

  test('that is a form without parts', async () => {
    const type = 'multipart/form-data; boundary=x'
    const { text } = await post('list-accounts', '--x--\r\n', { 'content-type': type })
    expect(JSON.parse(text)).toEqual({ refused: { code: 'call_unreadable', facts: {} } })
  })

  test.each(['application/json', 'text/plain', 'application/xml'])(
    'that is %s instead of a form',
    async (type) => {
      const { status, text } = await post('list-accounts', '{}', { 'content-type': type })
      expect([status, JSON.parse(text).code]).toEqual([400, 'bad_request'])
    },
  )

  test.each([
    'no-such-use-case',
    'listAccounts',
    ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'],
    ...['%5F%5Fproto%5F%5F', 'rotate-key%2F..%2Fconstructor'],
  ])('of %s, which there is not', async (name) => {
    const { status, text } = await post(name, form({ request: {}, names: [] }))
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
  })
})

describe('members of Object.prototype are unknown fields', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype'])(
    '%s',
    async (field) => {
      const member = `"${field}":{"username":"studio"}`
      for (const [name, request, path] of [
        ['rotate-key', `{${member}}`, field],
        ['rotate-key', `{"username":"studio",${member}}`, field],
        ['import-figures', `{"rates":{"name":"a","text":"b",${member}}}`, `rates.${field}`],
      ] as const) {
        const { text } = await post(name, form(`{"request":${request},"names":[]}`))
        const facts = { useCase: name, field: path, fault: 'unknown' }
        expect(JSON.parse(text)).toMatchObject({ refused: { code: 'field_refused', facts } })
      }
      const body = new FormData()
      body.set(field, JSON.stringify({ request: {}, names: [] }))
      expect((await post('list-accounts', body)).text).not.toContain('"result"')
      expect(({} as Record<string, unknown>).username).toBeUndefined()
    },
  )
})

test('a valid request is answered with its result', async () => {
  const { text } = await post('rotate-key', form({ request: { username: 'euros' }, names: [] }))
  expect(JSON.parse(text)).toEqual({ result: { username: 'euros', key: expect.any(String) } })
})
