import { expect, test } from 'vitest'
import { OverloadedError } from '../../values/overloaded-error.ts'
import { ImportSlots } from './import-slots.ts'

/** Four uploads of each account, begun at 0. */
const takeFour = (places: ImportSlots, accounts: readonly number[]) =>
  accounts.flatMap((account) => Array.from({ length: 4 }, () => places.reserve(account, 0)))

test('the slowest upload of the account with most gives way to another account', () => {
  const places = new ImportSlots()
  const taken = takeFour(places, [1, 2, 3, 4])
  taken[15]!.leave()
  places.reserve(5, 0).count(1)
  taken.forEach((place, nth) => {
    place.count(nth === 6 ? 10 : 1_000)
  })
  taken[12]!.count(-1_000)
  places.reserve(6, 1_000)
  expect(taken.map(({ signal }) => signal.aborted).indexOf(true)).toBe(6)
  expect(taken[6]!.signal.reason).toBeInstanceOf(OverloadedError)
  expect(taken.filter(({ signal }) => signal.aborted)).toHaveLength(1)
})

test('imports that wait or run leave their places to uploads', () => {
  const places = new ImportSlots()
  const taken = takeFour(places, [1, 2, 3, 4])
  for (const place of taken) place.beginImport()
  const received = takeFour(places, [5, 6, 7, 8])
  expect(received.some(({ signal }) => signal.aborted)).toBe(false)
  expect(() => received[0]!.beginImport()).toThrow(OverloadedError)
  taken[0]!.leave()
  received[0]!.beginImport()
})

test('an account has four, and none gives way to an account that would then have as many', () => {
  const places = new ImportSlots()
  takeFour(places, [1])
  expect(() => places.reserve(1)).toThrow('Too many imports of this account')
  const others = Array.from({ length: 14 }, (_, nth) => nth + 2)
  expect(others.map((account) => places.reserve(account).accountId)).toEqual(others)
  expect(places.reserve(16).accountId).toBe(16)
  expect(() => places.reserve(17)).toThrow('Too many imports are under way')
})
