import { addDays, parseDay } from '../../src/values/day.ts'
import type { Figure } from '../contracts/stored-figures.ts'

const figure: Figure = {
  day: parseDay('2026-03-01')!,
  app: 11,
  network: 'ownnet',
  format: 'video',
  country: 'US',
  impressions: 5n,
  clicks: 1n,
  installs: null,
  revenueMicros: 50n,
}

/** Two rows of one slice with 5 impressions each. */
export const dayOfTen: readonly Figure[] = [figure, { ...figure, country: 'DE' }]

/** The restated slice: one row less, 7 impressions in all, and a new name. */
export const dayOfSeven: readonly Figure[] = [
  { ...figure, impressions: 7n },
  { ...figure, day: addDays(figure.day, 1), network: 'brand_new', impressions: 0n },
]
