import type { Day } from '../values/day.ts'
import { between, mix, wave } from './noise.ts'

const editionDays = 560
const withdrawnDays = 45
const spikeBlockDays = 60
const spike = [2.3, 1.75, 1.35, 1.15]

/**
 * An app's audience on a day, as a factor of its usual impressions.
 *
 * Most apps grow and shrink over two or three years. Every fourth app is launched, peaks, declines,
 * is withdrawn and launched again, so that any 400 days contain a launch, although a day's figures
 * do not depend on the requested range.
 *
 * @param index the app's position in the account
 * @returns 0 while the app is withdrawn
 */
export function audienceOn(index: number, appHash: number, day: Day): number {
  const audience = index % 4 === 3 ? relaunchedOn(index, appHash, day) : driftOn(appHash, day)
  return audience * spikeOn(appHash, day) * between(0.94, 1.06, mix(mix(appHash, 500), day))
}

function driftOn(appHash: number, day: Day): number {
  const periodDays = between(600, 1_100, mix(appHash, 501))
  return 1 + 0.35 * wave(day / periodDays + between(0, 1, mix(appHash, 502)))
}

function relaunchedOn(index: number, appHash: number, day: Day): number {
  const launch = ((index >> 2) * editionDays) / 3 + (mix(appHash, 503) % 60)
  const age = day - launch - Math.floor((day - launch) / editionDays) * editionDays
  if (age >= editionDays - withdrawnDays) return 0
  return Math.min(1, (age + 1) / 12) * (0.45 + 80 / (60 + age))
}

/** A peak of four days in about every third block, as when a store features the app. */
function spikeOn(appHash: number, day: Day): number {
  const block = Math.floor(day / spikeBlockDays)
  const hash = mix(mix(appHash, 504), block)
  if (hash % 3 !== 0) return 1
  const age = day - block * spikeBlockDays - (mix(hash, 1) % (spikeBlockDays - spike.length))
  return spike[age] ?? 1
}
