import { DuckDBConnection } from '@duckdb/node-api'
import type { OnProgress } from '../src/sources/import-progress.ts'
import { formatTable, short } from './table.ts'

const phases = ['stage', 'check', 'commit', 'tidy'] as const
type Phase = (typeof phases)[number]

/** Maps the import's progress phases to the phases shown here. */
const phaseOf = {
  waiting: 'stage',
  fetching: 'stage',
  reading: 'stage',
  checking: 'check',
  writing: 'commit',
  compacting: 'commit',
} as const

interface Statement {
  readonly phase: Phase
  readonly text: string
  readonly ms: number
}

const statementsShown = 14
const textShown = 70

/** How long an import took, by phase and by statement of the engine. */
export class ImportTimes {
  totalMs = 0
  readonly #phaseMs: Record<Phase, number> = { stage: 0, check: 0, commit: 0, tidy: 0 }
  readonly #statements: Statement[] = []
  #phase: Phase = 'stage'
  #phaseStarted = performance.now()

  /** Runs an import and records its progress and the engine's statements. */
  static async of(work: (onProgress: OnProgress) => Promise<unknown>): Promise<ImportTimes> {
    const times = new ImportTimes()
    const { prototype } = DuckDBConnection
    const { run } = prototype
    prototype.run = async function (...given) {
      const started = performance.now()
      try {
        return await run.apply(this, given)
      } finally {
        times.#note(given[0], performance.now() - started)
      }
    }
    const started = performance.now()
    times.#phaseStarted = started
    try {
      await work(({ phase }) => times.#enter(phaseOf[phase]))
    } finally {
      prototype.run = run
    }
    times.#enter('tidy')
    times.totalMs = performance.now() - started
    return times
  }

  /** Prints the phases, then the slowest statements. */
  format(): string {
    const share = (ms: number) => `${Math.round((100 * ms) / this.totalMs)} %`
    const row = (phase: string, what: string, ms: number) => [phase, what, short(ms), share(ms)]
    const rows = phases.map((phase) => row(phase, '(whole phase)', this.#phaseMs[phase]))
    const outside = phases.map((phase) => {
      const engine = this.#statements
        .filter((statement) => statement.phase === phase)
        .reduce((sum, { ms }) => sum + ms, 0)
      return { phase, text: '(outside the engine)', ms: this.#phaseMs[phase] - engine }
    })
    const slowest = [...this.#statements, ...outside]
      .sort((a, b) => b.ms - a.ms)
      .slice(0, statementsShown)
      .map(({ phase, text, ms }) => row(phase, text, ms))
    return formatTable(['phase', 'statement', 'ms', 'share'], [...rows, [], ...slowest], 2)
  }

  #note(text: string, ms: number): void {
    this.#statements.push({ phase: this.#phase, text: firstWords(text), ms })
    // Time after the commit of the figures is spent sorting months.
    if (text === 'COMMIT' && this.#phase === 'commit') this.#enter('tidy')
  }

  #enter(phase: Phase): void {
    const now = performance.now()
    this.#phaseMs[this.#phase] += now - this.#phaseStarted
    this.#phase = phase
    this.#phaseStarted = now
  }
}

const firstWords = (sql: string) => sql.replaceAll(/\s+/g, ' ').slice(0, textShown)
