import type { ContributionsAnswer } from '../../api/wire.ts'

export type Contribution = ContributionsAnswer['total']

/** The parts of a change, in the order of columns. */
export const effectNames = ['volume', 'price', 'new', 'ended'] as const

export type EffectName = (typeof effectNames)[number]

/** Volume and price always, and the other effects that some rows have. */
export const shownEffects = (rows: readonly Pick<Contribution, 'effects'>[]): EffectName[] =>
  effectNames.filter(
    (name) =>
      name === 'volume' ||
      name === 'price' ||
      rows.some(({ effects }) => BigInt(effects[`${name}_micros`]) !== 0n),
  )

export const effectTexts = {
  volume: { title: 'Volume', text: 'more or fewer impressions' },
  price: { title: 'Price', text: 'a higher or lower eCPM' },
  new: { title: 'New', text: 'only in these days' },
  ended: { title: 'Ended', text: 'only in the days before' },
}
