import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ImportSite } from '../../import/import-site.ts'
import { totalsOf } from '../../property/naive-history.ts'
import { Draw } from '../draw.ts'
import type { Disturbance } from './disturbances.ts'
import { LedgerStates } from './ledger-states.ts'
import type { Observer } from './observer.ts'
import type { Operator } from './operator.ts'

export interface PartitionParts {
  /** Opens the same stores, over links that are never cut. */
  readonly site: ImportSite
  readonly operator: Operator
  readonly observer: Observer
  readonly drawDisturbance: () => Disturbance
}

const operators = 2
const observers = 3
const maxRetries = 40

/** Imports, undos and reads over links that break and heal, and a model of the expected figures. */
export class PartitionSoak {
  readonly counted: Record<string, number> = {}
  /** The messages of failed commands, without numbers. */
  readonly failures = new Set<string>()
  readonly #parts: PartitionParts
  readonly #draw: Draw
  readonly #states = new LedgerStates()
  #rounds = 0

  constructor(parts: PartitionParts, draw: Draw) {
    this.#parts = parts
    this.#draw = draw
  }

  /** Disturbs links while everything runs, then waits for the recovery and compares. */
  async round(disturbances: number): Promise<void> {
    const stop = new AbortController()
    const { operator, observer } = this.#parts
    const lanes = (count: number, name: string, work: (draw: Draw) => Promise<unknown>) =>
      Array.from({ length: count }, async (_, lane) => {
        // Each has its own random numbers, so that the pace of one does not change those of another.
        const draw = new Draw(`${name} ${lane} ${this.#rounds}`)
        try {
          while (!stop.signal.aborted) await work(draw)
        } catch (error) {
          stop.abort(error)
        }
      })
    const running = [
      ...lanes(operators, 'operator', (draw) => this.#operate(draw)),
      ...lanes(observers, 'observer', async (draw) => {
        await observer.look(draw, operator.lastAcknowledged)
        await delay(20)
      }),
    ]
    this.#rounds++
    try {
      for (let nth = 0; nth < disturbances && !stop.signal.aborted; nth++) {
        await delay(this.#draw.below(1_000))
        const { name, run } = this.#parts.drawDisturbance()
        this.#count(name)
        await run()
      }
    } finally {
      stop.abort(null)
      await Promise.all(running)
    }
    if (stop.signal.reason !== null) throw stop.signal.reason
    await this.#recover()
    await this.#compare()
  }

  async #operate(draw: Draw): Promise<boolean> {
    const { failure } = await this.#parts.operator.run(draw)
    if (failure === null) this.#count('commands acknowledged')
    else {
      this.#count('commands failed')
      expect(failure).toMatch(/^adtally: [^\n]+$/)
      expect(failure).not.toMatch(/unexpected|Error:|undefined/)
      this.failures.add(failure.replaceAll(/\d[\d.:]*/g, 'N'))
    }
    return failure === null
  }

  /** Expects the recovery without any intervention. */
  async #recover(): Promise<void> {
    await this.#retry('retries until all reads are answered', () => this.#parts.observer.isServed())
    await this.#retry('retries until a command works', () => this.#operate(this.#draw))
  }

  async #retry(name: string, works: () => Promise<boolean>): Promise<void> {
    for (let retries = 0; ; retries++) {
      expect(retries, name).toBeLessThan(maxRetries)
      if (await works()) {
        this.counted[name] = Math.max(this.counted[name] ?? 0, retries)
        return
      }
      await delay(250)
    }
  }

  async #compare(): Promise<void> {
    const { site, operator, observer } = this.#parts
    await site.open()
    try {
      const entries = await site.installation.ledger.entries(null, 100_000)
      this.#states.follow(entries, operator)
      const expected = this.#states.figures()
      expect(await site.figures()).toEqual(expected)
      expect(await site.slices()).toEqual(totalsOf(expected))
    } finally {
      await site.close()
    }
    this.counted.readings = (this.counted.readings ?? 0) + observer.readings.length
    for (const reading of observer.readings.splice(0)) this.#states.expectKnown(reading)
    this.counted.entries = this.#states.last
    this.counted['failed and yet in effect'] = this.#states.unacknowledged
  }

  #count(name: string): void {
    this.counted[name] = (this.counted[name] ?? 0) + 1
  }
}
