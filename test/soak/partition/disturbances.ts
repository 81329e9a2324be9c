import { setTimeout as delay } from 'node:timers/promises'
import type { Draw } from '../draw.ts'
import type { TestNetwork, Trouble } from './test-network.ts'

/** A temporary disturbance of links. */
export interface Disturbance {
  readonly name: string
  readonly run: () => Promise<void>
}

const kinds = ['cut', 'cut', 'flap', 'answers lost', 'requests lost', 'all cut'] as const
const troubles: readonly Trouble[] = ['delay', 'duplicate']

/**
 * Draws a disturbance of the links between Adtally and its stores.
 *
 * @param stores names of hosts
 * @param canTrouble whether links can delay and duplicate
 * @param longestMs the longest duration of one disturbance
 */
export function drawDisturbance(
  network: TestNetwork,
  draw: Draw,
  stores: readonly string[],
  canTrouble: boolean,
  longestMs: number,
): Disturbance {
  const kind = draw.of(canTrouble ? [...kinds, ...troubles] : kinds)
  const store = draw.of(stores)
  const other = draw.of(['app', ...stores.filter((each) => each !== store)])
  const lengthMs = 100 + draw.below(longestMs)
  const during = async (begin: () => void, end: () => void, ms = lengthMs) => {
    begin()
    await delay(ms)
    end()
  }
  const cut = (names: readonly string[], ms = lengthMs) =>
    during(
      () => {
        for (const name of names) network.cut(name)
      },
      () => {
        for (const name of names) network.plugIn(name)
      },
      ms,
    )
  const lose = (from: string, to: string) =>
    during(
      () => network.lose(from, to),
      () => network.deliver(from, to),
    )
  const run = async () => {
    if (kind === 'cut') await cut([store])
    else if (kind === 'all cut') await cut(stores)
    else if (kind === 'answers lost') await lose(store, other)
    else if (kind === 'requests lost') await lose(other, store)
    else if (kind === 'flap') for (let nth = 0; nth < 5; nth++) await cut([store], lengthMs / 10)
    else
      await during(
        () => network.disturb(store, kind),
        () => network.calm(store),
      )
  }
  return { name: kind === 'all cut' ? kind : `${store}: ${kind}`, run }
}
