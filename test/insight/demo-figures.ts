import { demoDefaults } from '../../src/demo/demo-size.ts'
import { demoStats } from '../../src/demo/stats.ts'
import type { Amounts, NetworkDays } from '../../src/insight/amounts.ts'
import { type Day, type DaySpan, parseDay } from '../../src/values/day.ts'

/** The revenue of the demo by network and day; impressions are left out. */
export function demoNetworkDays({ firstDay, lastDay }: DaySpan): NetworkDays {
  const { apps: appCount, seed } = demoDefaults
  const micros = new Map<string, number>()
  for (const chunk of demoStats({ seed, appCount, firstDay, lastDay })) {
    for (const line of chunk.split('\n')) {
      const [date, , network, , , , revenue] = line.split(',')
      if (revenue === undefined || date === 'date') continue
      const key = `${network} ${date}`
      micros.set(key, (micros.get(key) ?? 0) + Math.round(Number(revenue) * 1e6))
    }
  }
  const found = new Map<string, Map<Day, Amounts>>()
  for (const [key, revenue] of micros) {
    const [network, date] = key.split(' ') as [string, string]
    const days = found.get(network) ?? new Map<Day, Amounts>()
    found.set(network, days)
    days.set(parseDay(date)!, { impressions: 0n, revenueMicros: BigInt(revenue) })
  }
  return found
}

/** The figures that are known on a day: those of all days before it. */
export const knownOn = (figures: NetworkDays, today: Day): NetworkDays =>
  new Map(
    [...figures].map(([network, days]) => [
      network,
      new Map([...days].filter(([day]) => day < today)),
    ]),
  )
