import { addDays, type Day, dayMs } from '../values/day.ts'
import { mix } from './noise.ts'

export const demoUserCount = 2_000

const first = 'amber brisk cosy dusky early fuzzy gentle hasty ivory jolly keen lucky misty nimble'
const second = 'otter finch maple comet badger heron willow ferret marlin sparrow walnut lynx'
const countries = ['US', 'US', 'US', 'DE', 'FR', 'GB', 'BR', 'JP', 'KR', 'IN', 'MX', 'PL', 'EG']
const firstWords = first.split(' ')
const secondWords = second.split(' ')

export interface DemoUser {
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly countryCode: string
  readonly joinedAt: string
}

/** The users of the demo's public network. All joined before `firstDay`. */
export function demoUsers(seed: number, firstDay: Day): DemoUser[] {
  return Array.from({ length: demoUserCount }, (_, index) => {
    const hash = mix(mix(seed, 12), index)
    const one = firstWords[hash % firstWords.length]!
    const other = secondWords[mix(hash, 1) % secondWords.length]!
    const day = addDays(firstDay, -1 - (mix(hash, 2) % 900))
    return {
      id: `u${10_000 + index}`,
      username: `${one}_${other}${index}`,
      displayName: `${one[0]!.toUpperCase()}${one.slice(1)} ${other[0]!.toUpperCase()}${other.slice(1)}`,
      countryCode: countries[mix(hash, 3) % countries.length]!,
      joinedAt: new Date(day * dayMs + (mix(hash, 4) % dayMs)).toISOString(),
    }
  })
}
