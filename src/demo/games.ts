import { addDays, type Day, formatDay } from '../values/day.ts'
import { demoApps } from './apps.ts'
import { mix } from './noise.ts'
import { editions, rounds } from './portfolio.ts'

/** How many games the demo's public network has. */
export const demoGameCount = 60

const titlesPerRound = 6
const developers = [
  'Lantern Row',
  'Møllehus Games',
  'Paper Otter',
  'Estudio Brújula',
  'Nine Kettles',
  'Halfmoon & Daughters',
]
const genres = ['Puzzle', 'Racing', 'Adventure', 'Strategy', 'Cards', 'Arcade', 'Simulation']
const pitches = [
  'A small world that fits a coffee break, and keeps growing while you are away.',
  'Build it, tilt it, watch it wobble. Then do it again, faster.',
  'Sixty hand-made levels, no timers, and a cat who disapproves of shortcuts.',
  'Trade, bluff and hoist the lantern before the tide comes in.',
  'One thumb, one lane, and a great many geese.',
]

export interface DemoGame {
  readonly id: string
  readonly name: string
  readonly platforms: readonly string[]
  readonly developer: string
  readonly genre: string
  readonly description: string
  readonly releasedOn: string
  /** The game's app in the demo account; null when it has none. */
  readonly appId: string | null
}

/**
 * The games of the demo's public network. Those of the account's apps come first.
 *
 * @param appCount how many apps the account has
 * @param firstDay the first day with figures; most games are older
 */
export function demoGames(seed: number, appCount: number, firstDay: Day): DemoGame[] {
  const apps = demoApps(seed, appCount)
  return Array.from({ length: demoGameCount }, (_, index) => {
    const title = index % titlesPerRound
    const round = Math.floor(index / titlesPerRound)
    const { name } = rounds[(round + mix(seed, 1)) % rounds.length]![title]!
    const sequel = 1 + Math.floor(round / rounds.length)
    const hash = mix(mix(seed, 11), index)
    const edition = editions.findIndex((candidate) => candidate.title === title)
    return {
      id: `g${1_000 + index}`,
      name: sequel === 1 ? name : `${name} ${sequel}`,
      platforms: [
        ...new Set(editions.filter((of) => of.title === title).map(({ platform }) => platform)),
      ],
      developer: developers[hash % developers.length]!,
      genre: genres[mix(hash, 1) % genres.length]!,
      description: pitches[mix(hash, 2) % pitches.length]!,
      releasedOn: formatDay(addDays(firstDay, -(mix(hash, 3) % 1_500))),
      appId: apps[round * editions.length + edition]?.appId ?? null,
    }
  })
}
