import type { Day } from '../../src/values/day.ts'
import { Draw } from '../soak/draw.ts'
import type { Cell, ReportingNetwork, StudioFigures } from './reported-studio.ts'

const networks: readonly (ReportingNetwork & { readonly share: number })[] = [
  { name: 'admob', share: 0.4, hour: 9, counted: [0.97, 0.99, 1] },
  { name: 'applovin', share: 0.3, hour: 7, counted: [0.97, 0.99, 1] },
  { name: 'unityads', share: 0.2, hour: 12, counted: [0.97, 0.99, 1] },
  { name: 'vungle', share: 0.1, hour: 15, counted: [0.5, 0.9, 1] },
]
const apps = [0.35, 0.25, 0.15, 0.12, 0.08, 0.05]
const countries = [
  { code: 'US', share: 0.45 },
  { code: 'DE', share: 0.2 },
  { code: 'JP', share: 0.15 },
  { code: 'BR', share: 0.12 },
  { code: 'IN', share: 0.08 },
]
const weekdays = [1, 0.94, 0.93, 0.95, 1, 1.12, 1.16]
const dayRevenueMicros = 900_000_000
const ecpmMicros = 4_000_000

export const appCount = apps.length

/** Figures of six apps that grow and differ by weekday. */
export function drawnFigures(seed: number): StudioFigures {
  const shareOf = new Map(networks.map(({ name, share }) => [name, share]))
  const cellsOf = (network: string, day: Day): Cell[] => {
    const draw = new Draw(`${network} ${day}`, seed)
    const ofDay = 0.97 + draw.below(60_000) / 1_000_000
    const grown = 1 + 0.0008 * (day - 20_000)
    return apps.flatMap((ofApp, app) =>
      countries.map(({ code, share }): Cell => {
        const noise = 0.9 + draw.below(200_000) / 1_000_000
        const size =
          shareOf.get(network)! * ofApp * share * weekdays[day % 7]! * ofDay * noise * grown
        const impressions = ((dayRevenueMicros * size) / ecpmMicros) * 1_000
        return { app, country: code, impressions, ecpmMicros }
      }),
    )
  }
  return { networks, cellsOf }
}
