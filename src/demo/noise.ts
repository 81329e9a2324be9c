/**
 * Hashes a value into a state with murmur3's finaliser. Chained, it hashes a key:
 * `mix(mix(seed, day), app)`.
 *
 * @param state any whole number; only the low 32 bits of it and of `value` are used
 * @returns a whole number from 0 to 2³² − 1
 */
export function mix(state: number, value: number): number {
  let hash = state ^ Math.imul(value + 0x7f4a7c15, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Spreads a hash evenly over `low` (included) to `high` (excluded). */
export function between(low: number, high: number, hash: number): number {
  return low + ((high - low) * hash) / 0x1_0000_0000
}

/**
 * A smooth wave from −1 to 1: 0 at whole turns, 1 at a quarter, −1 at three quarters.
 *
 * @param turns how many periods have passed; may be negative
 */
export function wave(turns: number): number {
  // Not Math.sin: its last bit may differ between engines, and demo data must be the same.
  const turn = turns - Math.floor(turns)
  return turn < 0.5 ? 16 * turn * (0.5 - turn) : -16 * (turn - 0.5) * (1 - turn)
}
