import { type ExactInteger, toExact } from '../../values/exact-integer.ts'

/** Numbers too large to be exact in JSON are written as text. */
export type WireNumber = number | string

export function wire(value: ExactInteger): WireNumber {
  const exact = toExact(value)
  return typeof exact === 'number' ? exact : exact.toString()
}
