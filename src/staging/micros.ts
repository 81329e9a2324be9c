/**
 * Micros of a column of staged decimals without fractions of micros. Whole units and fractions are computed apart, so that
 * every step fits 64 bits, which is ten to a hundred times as fast as {@link microsOf}.
 */
export function stagedMicros(money: string): string {
  // The engine computes staged money in at most 10 digits and 6 places.
  const decimal = `CAST(${money} AS DECIMAL(17, 6))`
  const units = `CAST(${decimal} AS DECIMAL(11, 0))`
  return `CAST(${units} AS BIGINT) * 1000000
      + CAST((${decimal} - ${units}) * 1000000 AS BIGINT)`
}

/** Micros of an exact amount in units, rounded once, half away from zero. */
export const microsOf = (amount: string): string =>
  `CAST(CAST(${amount} AS DECIMAL(32, 6)) * 1000000 AS BIGINT)`
