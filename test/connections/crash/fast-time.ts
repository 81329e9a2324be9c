import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { NetworkTime } from '../../../src/compose/open-networks.ts'

const start = Date.parse('2026-03-10T13:00:00Z')

/** A clock that several processes share. */
export interface FastClock {
  /** Says when it began, by the system's clock. */
  readonly file: string
  readonly timesFaster: number
}

export function startClock(file: string, timesFaster: number): FastClock {
  writeFileSync(file, String(Date.now()))
  return { file, timesFaster }
}

/** Puts a clock on. */
export function passTime({ file, timesFaster }: FastClock, passedMs: number): void {
  writeFileSync(`${file}.new`, String(Number(readFileSync(file)) - passedMs / timesFaster))
  renameSync(`${file}.new`, file)
}

export function fastTime({ file, timesFaster }: FastClock): NetworkTime {
  return {
    nowMs: () => Math.floor(start + (Date.now() - Number(readFileSync(file))) * timesFaster),
    wait: async (waitMs, signal) => {
      await delay(waitMs / timesFaster, undefined, { signal }).catch(() => signal.throwIfAborted())
    },
  }
}
