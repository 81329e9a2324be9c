import { expect, test } from 'vitest'
import { CancelledError } from './cancelled-error.ts'
import { DatabaseInUseError } from './database-in-use-error.ts'
import { OverloadedError } from './overloaded-error.ts'
import { Refusal, refusalsOf } from './refusal.ts'
import { StoreUnavailableError } from './store-unavailable-error.ts'
import { UnusableStoreError } from './unusable-store-error.ts'

test.each<[string, Error]>([
  ['CancelledError', new CancelledError()],
  ['DatabaseInUseError', new DatabaseInUseError('/data')],
  ['OverloadedError', new OverloadedError('Too much to do.', 5)],
  ['Refusal', new Refusal('unknown_import', {})],
  ['StoreUnavailableError', new StoreUnavailableError()],
  ['UnusableStoreError', new UnusableStoreError()],
])('%s is named so in logs', (name, error) => {
  expect(String(error)).toMatch(new RegExp(`^${name}(:|$)`))
})

test('a database in use is named, and is a store that the operator has to look after', () => {
  const error = new DatabaseInUseError('/data/figures.duckdb')
  expect(error).toBeInstanceOf(UnusableStoreError)
  expect(error.message).toContain('/data/figures.duckdb')
})

test('a refusal has its code, its facts and its cause', () => {
  const refuse = refusalsOf<{ unknown_import: { id: number } }>()
  const cause = new Error('no row')
  const refusal = refuse('unknown_import', { id: 7 }, { cause })
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'unknown_import', facts: { id: 7 }, cause })
})
