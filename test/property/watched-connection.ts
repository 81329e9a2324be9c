import { expect } from 'vitest'
import type { PulledDayView } from '../../src/use-cases/connections/connection-view.ts'
import { parseDay } from '../../src/values/day.ts'
import type { Truth, TruthRow } from '../fake-networks/truth.ts'
import { mediation, type Name, onlyMediated } from './pulled-events.ts'
import { PulledFigures } from './pulled-figures.ts'

/** A held report. */
interface Held {
  readonly totals: string
  readonly isConfirmed: boolean
}

/** A day whose import was undone. */
interface Undone {
  /** The network's report of it then; null if the figures may change although the report is the same. */
  readonly said: string | null
  readonly figures: readonly string[]
}

/** All figures before and after a pull. */
export interface Pull {
  readonly had: PulledFigures
  readonly has: PulledFigures
}

/** A connection as it is seen from outside, and the rules that its days keep after every pull. */
export class WatchedConnection {
  readonly name: Name
  readonly #truth: Truth
  state: 'active' | 'paused' | 'removed' = 'active'
  readonly days = new Map<string, PulledDayView>()
  readonly #held = new Map<string, Held>()
  readonly #undone = new Map<string, Undone>()
  /** Figures that a connection stated that was removed, and that no report replaced since. */
  kept = new PulledFigures()
  readonly keptDays: Set<string>
  /** The same of this connection while it is paused. */
  frozen = new PulledFigures()
  readonly frozenDays = new Set<string>()

  /** @param removed the connection to the same network that was removed before */
  constructor(name: Name, truth: Truth, removed?: WatchedConnection) {
    this.name = name
    this.#truth = truth
    this.kept = removed?.kept ?? this.kept
    this.keptDays = removed?.keptDays ?? new Set()
  }

  get isHeld(): boolean {
    return this.#held.size > 0
  }

  /** Days whose last import was undone, until the connection imports them again. */
  get undoneDays(): readonly string[] {
    return [...this.#undone.keys()]
  }

  /** Notes that the connection does not ask any more. Its figures stay. @param figures all as they are */
  stop(state: 'paused' | 'removed', figures: PulledFigures): void {
    this.state = state
    for (const { day, rows } of this.days.values()) {
      if (rows === null) continue
      const stated = figures.of(day, this.name)
      if (state === 'paused') this.frozen = stated.or(this.frozen)
      else this.kept = stated.or(this.kept)
      const days = state === 'paused' ? this.frozenDays : this.keptDays
      days.add(day)
    }
  }

  resume(): void {
    this.state = 'active'
    this.frozen = new PulledFigures()
    this.frozenDays.clear()
  }

  /** @returns false when nothing of the day is held */
  confirm(day: string): boolean {
    const held = this.#held.get(day)
    if (held) this.#held.set(day, { ...held, isConfirmed: true })
    return held !== undefined
  }

  /** @param staysUndone as long as the network says the same */
  undo(view: PulledDayView, figures: PulledFigures, staysUndone: boolean): void {
    const { day, state } = view
    const said = this.#rows(day)
    const isAsSaid =
      said.reduce((sum, row) => sum + row.impressions, 0) === Number(view.impressions)
    this.#undone.set(day, {
      said: staysUndone && state === 'done' && isAsSaid ? linesOf(said) : null,
      figures: figures.of(day, this.name).lines,
    })
  }

  /** A person pulls a day. */
  ask(day: string): void {
    const undone = this.#undone.get(day)
    if (undone) this.#undone.set(day, { ...undone, said: null })
  }

  /** Looks at a day after a pull. */
  look(view: PulledDayView, pull: Pull): void {
    const before = this.days.get(view.day)
    this.#expectUndone(view.day, pull.has)
    if (before && before.rows !== null && !this.#undone.has(view.day)) {
      this.#expectHeld(before, view, pull)
    }
    this.#noteHeld(view)
    if (view.import !== before?.import) this.#noteImport(view.day)
    this.days.set(view.day, view)
  }

  #expectUndone(day: string, figures: PulledFigures): void {
    const undone = this.#undone.get(day)
    if (undone?.said !== linesOf(this.#rows(day))) return
    expect(figures.of(day, this.name).lines, `${this.name} undone ${day}`).toEqual(undone.figures)
  }

  /** A day that is held keeps its figures, and no day loses many that no person confirmed. */
  #expectHeld(before: PulledDayView, view: PulledDayView, pull: Pull): void {
    const { day } = view
    const isMediation = this.name === mediation
    const network = isMediation ? onlyMediated : this.name
    const [had, has] = [pull.had.of(day, network), pull.has.of(day, network)]
    if (view.state === 'held') {
      expect(has.lines, `${this.name} held ${day}`).toEqual(had.lines)
      return
    }
    // Totals of a mediation are of all networks.
    const isLost = isMediation ? !had.without(has).isEmpty : had.isMuchMoreThan(has)
    if (!isLost) return
    expect(before.state, `${this.name} lost figures of ${day}`).toBe('held')
    const { totals, isConfirmed } = this.#held.get(day)!
    expect(isConfirmed, `a person confirmed ${day} of ${this.name}`).toBe(true)
    expect(totalsOf(view), `${this.name} imported of ${day}`).toBe(totals)
  }

  #noteHeld({ day, state, held }: PulledDayView): void {
    if (state !== 'held') {
      this.#held.delete(day)
      return
    }
    const totals = totalsOf(held!)
    if (this.#held.get(day)?.totals === totals) return
    this.#held.set(day, { totals, isConfirmed: false })
  }

  /** The connection has imported all figures that the network reports of the day. */
  #noteImport(day: string): void {
    this.#undone.delete(day)
    this.kept = this.kept.without(PulledFigures.ofTruth(this.#rows(day)))
  }

  #rows(day: string): TruthRow[] {
    return this.#truth.rows(this.name, parseDay(day)!)
  }
}

const linesOf = (rows: readonly TruthRow[]) => PulledFigures.ofTruth(rows).lines.join('\n')

const totalsOf = (report: Pick<PulledDayView, 'rows' | 'impressions' | 'revenue'>) =>
  [report.rows ?? 0, report.impressions ?? 0, Number(report.revenue ?? 0)].join(' ')
