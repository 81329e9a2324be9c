import { setTimeout as delay } from 'node:timers/promises'
import type { NetworkTime } from '../../../src/compose/open-networks.ts'

const timesFaster = 100
const start = Date.parse('2026-03-10T13:00:00Z')

/** A clock that several processes share. @param beginMs when it began, by the system's clock */
export function fastTime(beginMs: number): NetworkTime {
  return {
    nowMs: () => start + (Date.now() - beginMs) * timesFaster,
    wait: async (waitMs, signal) => {
      await delay(waitMs / timesFaster, undefined, { signal }).catch(() => signal.throwIfAborted())
    },
  }
}
