import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toExact } from '../values/exact-integer.ts'
import { asNumbers } from './sum-columns.ts'

const edges = [2n ** 53n, 2n ** 53n - 1n, 2n ** 32n, 2n ** 31n, 1n, 0n].flatMap((n) => [n, -n])
const sum = fc.oneof(
  fc.constantFrom(...edges),
  fc.bigInt(-(2n ** 34n), 2n ** 34n),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
)

test('sums are the same as numbers, or stay when one may be no safe integer', () => {
  fc.assert(
    fc.property(fc.array(sum, { maxLength: 4 }), fc.nat(2), (values, before) => {
      const all = BigInt64Array.from([...Array<bigint>(before).fill(2n ** 60n), ...values])
      const column = all.subarray(before)
      const numbers = asNumbers(column)
      expect(Array.from(numbers, toExact)).toEqual(values.map(toExact))
      if (values.every((one) => one < 2n ** 53n && one > 1n - 2n ** 53n)) {
        expect(numbers instanceof Float64Array).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('sums that are numbers stay as they are', () => {
  const column = Float64Array.of(1, 2)
  expect(asNumbers(column)).toBe(column)
})
