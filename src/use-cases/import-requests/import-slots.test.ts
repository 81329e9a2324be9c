import { expect, test } from 'vitest'
import { OverloadedError } from '../../values/overloaded-error.ts'
import { ImportSlots } from './import-slots.ts'

/** Four uploads of each account, begun at 0. */
const reserveFour = (slots: ImportSlots, accounts: readonly number[]) =>
  accounts.flatMap((account) => Array.from({ length: 4 }, () => slots.reserve(account, 0)))

test('the slowest upload of the account with most gives way to another account', () => {
  const slots = new ImportSlots()
  const taken = reserveFour(slots, [1, 2, 3, 4])
  taken[15]!.leave()
  slots.reserve(5, 0).count(1)
  taken.forEach((slot, nth) => {
    slot.count(nth === 6 ? 10 : 1_000)
  })
  taken[12]!.count(-1_000)
  slots.reserve(6, 1_000)
  expect(taken.map(({ signal }) => signal.aborted).indexOf(true)).toBe(6)
  expect(taken[6]!.signal.reason).toBeInstanceOf(OverloadedError)
  expect(taken.filter(({ signal }) => signal.aborted)).toHaveLength(1)
})

test('imports that wait or run leave their slots to uploads', () => {
  const slots = new ImportSlots()
  const taken = reserveFour(slots, [1, 2, 3, 4])
  for (const slot of taken) slot.beginImport()
  const received = reserveFour(slots, [5, 6, 7, 8])
  expect(received.some(({ signal }) => signal.aborted)).toBe(false)
  expect(() => received[0]!.beginImport()).toThrow(OverloadedError)
  taken[0]!.leave()
  received[0]!.beginImport()
})

test('an account has four, and none gives way to an account that would then have as many', () => {
  const slots = new ImportSlots()
  reserveFour(slots, [1])
  expect(() => slots.reserve(1)).toThrow('Too many imports of this account')
  const others = Array.from({ length: 14 }, (_, nth) => nth + 2)
  expect(others.map((account) => slots.reserve(account).accountId)).toEqual(others)
  expect(slots.reserve(16).accountId).toBe(16)
  expect(() => slots.reserve(17)).toThrow('Too many imports are under way')
})
