import { demoDefaults } from '../../src/demo/demo-size.ts'
import { demoStats } from '../../src/demo/stats.ts'
import { type DaySpan, formatDay } from '../../src/values/day.ts'
import type { Cell, ReportingNetwork, StudioFigures } from './reported-studio.ts'

const usual: Pick<ReportingNetwork, 'hour' | 'counted'> = { hour: 9, counted: [0.97, 0.99, 1] }

/** The figures of the demo account, as if its networks had reported them day by day. */
export function demoFigures({ firstDay, lastDay }: DaySpan): StudioFigures {
  const { apps: appCount, seed } = demoDefaults
  const sums = new Map<
    string,
    { app: number; country: string; impressions: number; revenue: number }
  >()
  for (const chunk of demoStats({ seed, appCount, firstDay, lastDay })) {
    for (const line of chunk.split('\n')) {
      const [date, app, network, , country, impressions, revenue] = line.split(',')
      if (revenue === undefined || date === 'date') continue
      const key = `${network} ${date} ${app} ${country}`
      const sum = sums.get(key) ?? {
        app: Number(app),
        country: country!,
        impressions: 0,
        revenue: 0,
      }
      sum.impressions += Number(impressions)
      sum.revenue += Number(revenue)
      sums.set(key, sum)
    }
  }
  const cells = new Map<string, Cell[]>()
  for (const [key, { app, country, impressions, revenue }] of sums) {
    const [network, date] = key.split(' ', 2)
    const ecpmMicros = (revenue * 1e9) / impressions
    const place = `${network} ${date}`
    const known = cells.get(place)
    if (known) known.push({ app, country, impressions, ecpmMicros })
    else cells.set(place, [{ app, country, impressions, ecpmMicros }])
  }
  const names = new Set([...cells.keys()].map((place) => place.split(' ')[0]!))
  return {
    networks: [...names].map((name) => ({ name, hour: usual.hour, counted: usual.counted })),
    cellsOf: (network, day) => cells.get(`${network} ${formatDay(day)}`) ?? [],
  }
}
