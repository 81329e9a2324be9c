import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refuseBadCells } from '../sources/bad-cells.ts'
import { refuse } from '../sources/refusals.ts'
import { refuse as refuseImport } from '../staging/refusals.ts'
import { refuse as refuseRequest } from '../use-cases/refusals.ts'
import type { Vocabulary } from './vocabulary.ts'
import { catalogue, wordRefusal } from './word-refusal.ts'

const commands: Vocabulary = {
  field: (useCase, field) => `${useCase} ${field}`,
  option: (field, value = '') => `--${field} ${value}`.trimEnd(),
  setting: (field, value) => `--${field} ${value}`,
  command: (words) => `adtally ${words}`,
  variable: (name) => name,
  path: (path) => path,
}
const withoutCommands: Vocabulary = {
  ...commands,
  command: () => null,
  variable: () => null,
  path: () => null,
}

const cell = { file: 'a.csv', line: 3, column: 'clicks', value: 'x', accepts: 'a whole number' }

describe('a bad cell is worded', () => {
  const line = (bad: Partial<typeof cell> | { value: null }) =>
    wordRefusal(refuseBadCells([{ ...cell, ...bad }], 1), commands).details

  test('by its place, its value and what is accepted, on one line', () => {
    expect(line({})).toEqual(['a.csv:3: clicks: "x" is not accepted; expected a whole number'])
  })

  test('is called missing when it has no value', () => {
    expect(line({ value: null })).toEqual(['a.csv:3: clicks: is missing; expected a whole number'])
  })

  test('on one line even when its value has several', () => {
    expect(line({ value: 'x\r\ny' })[0]).toContain('"x\\r\\ny"')
  })

  test('with no more than the beginning of a long value', () => {
    expect(line({ value: 'x'.repeat(10_000) })[0]!.length).toBeLessThan(300)
  })
})

describe('refused cells are counted', () => {
  const message = (cells: number, count: number) =>
    wordRefusal(refuseBadCells(Array(cells).fill(cell), count), commands).message

  test('one as one', () => {
    expect(message(1, 1)).toBe('Nothing was imported. Fix this cell:')
  })

  test('several, and only the first when there are more', () => {
    expect(message(2, 2)).toBe('Nothing was imported. Fix these 2 cells:')
    expect(message(20, 1_234)).toBe(
      'Nothing was imported. Fix these 1,234 cells (the first 20 are shown):',
    )
  })
})

test('only readers who run commands are shown the next command', () => {
  const known = { network: 'admob', networkAppId: "it's", name: 'Zap', platform: 'ios' } as const
  const apps = [{ ...known, suggestedAppId: null }]
  const refusal = refuseImport('unknown_network_apps', { apps, count: 1, creating: false })
  expect(wordRefusal(refusal, commands)).toEqual({
    message: 'Nothing was imported. 1 app is unknown. Link it to an app that you imported:',
    details: [
      "  adtally apps link admob 'it'\\''s' APP_ID   # Zap, ios",
      'Or create it in an account: add --createApps USERNAME',
    ],
  })
  expect(wordRefusal(refusal, withoutCommands).details[0]).toBe('  admob "it\'s" (Zap, ios)')
})

test('only readers who can open a file of the server are shown its name', () => {
  const refusal = refuseImport('every_slice_bad', { rejectFile: '/data/rejects/1.csv' })
  expect(wordRefusal(refusal, commands).message).toContain('/data/rejects/1.csv')
  expect(wordRefusal(refusal, withoutCommands).message).not.toContain('/data')
})

test('names with newlines are shown on one line', () => {
  const refusal = refuse('columns_refused', {
    file: 'a.csv',
    unknown: ['b\nc'],
    repeated: [],
    missing: ['d', 'e'],
    required: ['d', 'e'],
    optional: [],
  })
  expect(wordRefusal(refusal, commands).message).toBe(
    'a.csv:1: unknown column "b\\nc"; missing columns "d" and "e"; expected d, e',
  )
})

test('a field has the name of the vocabulary, and a secret is shown without its value', () => {
  const facts = { useCase: 'set-password', field: 'password', accepts: '10 characters' }
  const worded = (fault: 'missing' | 'not accepted', value: string | null) =>
    wordRefusal(refuseRequest('field_refused', { ...facts, fault, value }), commands).message
  expect(worded('missing', null)).toBe('set-password password is missing; expected 10 characters')
  expect(worded('not accepted', null)).toBe(
    'set-password password: The value is not accepted; expected 10 characters',
  )
  expect(worded('not accepted', '5')).toContain(': 5 is not accepted')
})

test('a code of another release is named', () => {
  for (const code of ['no_such_code', 'constructor']) {
    expect(wordRefusal({ code, facts: {} }, commands)).toEqual({
      message: `Another version of Adtally refused this: ${code}`,
      details: [],
    })
  }
})

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
)
const read = (path: string) => readFileSync(join(source, path), 'utf8')

test('every core that refuses has its codes in the catalogue, and no two share one', () => {
  const codes = files
    .filter((path) => /[/-]refusals\.ts$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/^ {2}readonly (\w+): /gm)].map((match) => match[1]!),
    )
    .filter((name) => name.includes('_'))
  expect(codes.length).toBeGreaterThan(40)
  expect(codes.toSorted()).toEqual(Object.keys(catalogue).sort())
})

test('no core mentions an option or a command', () => {
  const cores = /^(values|reporting|sources|staging|publishers|community|ledger|limits|use-cases)\//
  const named =
    /`--|'--|"--|[ (]--[a-z]|adtally (accounts|apps|import|imports|serve|watch|reconcile)\b/
  const found = files.filter((path) => cores.test(path) && !path.includes('.test.'))
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter((path) => named.test(read(path)))).toEqual([])
})
