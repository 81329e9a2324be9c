import { divideRounded } from '../values/exact-integer.ts'
import { hundredPercent, type ShareTerms } from './share-rule.ts'

/** The numbers of a row that terms need. */
export interface GrossRow {
  readonly revenueMicros: bigint
  readonly impressions: bigint
}

/**
 * The net revenue of the rows of one slice under one rule, in micros and in their order. The terms are applied to all rows
 * together, and rounded once, half away from zero. Each row gets its part without what is below a micro, and the micros
 * that are left go to the rows with the largest remainders (Hamilton's method), of equal ones to the first. So rows add up
 * to the whole.
 */
export function netOfRows(terms: ShareTerms, rows: readonly GrossRow[]): bigint[] {
  const { numerators, denominator } = exactNet(terms, rows)
  const whole = BigInt(divideRounded(sumOf(numerators), 1, denominator))
  const parts = numerators.map((numerator) => floorDivided(numerator, denominator))
  const left = Number(whole - sumOf(parts.map(({ floor }) => floor)))
  const byRemainder = [...parts.keys()].toSorted((one, other) =>
    Number(parts[other]!.remainder - parts[one]!.remainder),
  )
  const rounded = new Set(byRemainder.slice(0, left))
  return parts.map(({ floor }, place) => (rounded.has(place) ? floor + 1n : floor))
}

interface ExactNet {
  readonly numerators: readonly bigint[]
  readonly denominator: bigint
}

/** The net revenue of rows before it is rounded, as fractions of micros. */
function exactNet(terms: ShareTerms, rows: readonly GrossRow[]): ExactNet {
  if (terms.kind === 'ecpm') return ofImpressions(rows, terms.ecpmMicros)
  const { percentUnits, floorEcpmMicros } = terms
  const ofRevenue = {
    numerators: rows.map(({ revenueMicros }) => revenueMicros * BigInt(percentUnits)),
    denominator: BigInt(hundredPercent),
  }
  if (floorEcpmMicros === null) return ofRevenue
  const least = ofImpressions(rows, floorEcpmMicros)
  const isBelow =
    sumOf(ofRevenue.numerators) * least.denominator <
    sumOf(least.numerators) * ofRevenue.denominator
  return isBelow ? least : ofRevenue
}

const ofImpressions = (rows: readonly GrossRow[], ecpmMicros: bigint): ExactNet => ({
  numerators: rows.map(({ impressions }) => impressions * ecpmMicros),
  denominator: 1_000n,
})

function floorDivided(numerator: bigint, denominator: bigint) {
  const floor = numerator / denominator - (numerator % denominator < 0n ? 1n : 0n)
  return { floor, remainder: numerator - floor * denominator }
}

const sumOf = (numbers: readonly bigint[]): bigint => numbers.reduce((sum, one) => sum + one, 0n)
