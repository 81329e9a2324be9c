import { expect } from 'vitest'
import { createAccount } from '../../../src/use-cases/create-account.ts'
import { listImports } from '../../../src/use-cases/list-imports.ts'
import type { ImportSite } from '../../import/import-site.ts'
import { NaiveHistory, totalsOf } from '../../property/naive-history.ts'
import type { Draw } from '../draw.ts'
import {
  apps,
  drawOperation,
  type Failpoint,
  lineOf,
  type Operation,
  type Outcome,
  type Round,
  sliceOf,
} from './operations.ts'
import { runRound } from './run-round.ts'

/** The results of a crash soak. */
export interface CrashFigures {
  rounds: number
  operations: number
  kills: number
  /** The kinds of operations during which a worker died. */
  readonly killedDuring: Record<string, number>
  /** Operations that took effect without having been acknowledged. */
  unacknowledged: number
}

const maxStatements = 50
const maxCommits = 5
const longestKillMs = 400

/** An installation whose processes are killed repeatedly, and a model of its expected content. */
export class CrashSoak {
  readonly counted: CrashFigures = {
    rounds: 0,
    operations: 0,
    kills: 0,
    unacknowledged: 0,
    killedDuring: {},
  }
  readonly #site: ImportSite
  readonly #draw: Draw
  readonly #model = new NaiveHistory()
  #lastEntry = 0
  #key = ''

  readonly #afterKill: () => void

  /** @param afterKill what else happens to the directory */
  constructor(site: ImportSite, draw: Draw, afterKill = () => {}) {
    this.#site = site
    this.#draw = draw
    this.#afterKill = afterKill
  }

  async begin(): Promise<void> {
    const site = this.#site
    await site.open()
    try {
      const { key } = await site.call(createAccount, { username: 'studio' })
      this.#key = key
      const lines = apps.map((app) => `${app},studio,${app},ios\n`)
      await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
    } finally {
      await site.close()
    }
  }

  /** Runs some operations, kills the worker meanwhile, and compares the result with the model. */
  async round(): Promise<void> {
    const draw = this.#draw
    const operations = Array.from({ length: 3 + draw.below(4) }, () => drawOperation(draw))
    const atStatement = !draw.oneIn(3)
    const round: Round = {
      operations,
      notUndone: this.#model.notUndone,
      failpoint: atStatement ? drawFailpoint(draw) : null,
    }
    const killAfterMs = atStatement ? null : draw.below(longestKillMs)
    const { outcomes, wasKilled } = await runRound(this.#site.directory, round, killAfterMs)
    this.counted.rounds++
    this.counted.operations += outcomes.length
    if (wasKilled) {
      this.counted.kills++
      const kind = operations[outcomes.length]?.kind ?? 'closing'
      this.counted.killedDuring[kind] = (this.counted.killedDuring[kind] ?? 0) + 1
      this.#afterKill()
    }
    for (const [index, outcome] of outcomes.entries()) this.#apply(operations[index]!, outcome)
    await this.#site.open()
    try {
      await this.#takeUnacknowledged(operations[outcomes.length])
      await this.#compare()
    } finally {
      await this.#site.close()
    }
  }

  #apply(operation: Operation, outcome: Outcome): void {
    if (outcome.kind === 'rotate-key') this.#key = outcome.key
    if (outcome.kind === 'undo') this.#model.undo(outcome.undoes)
    if (operation.kind === 'import' && outcome.kind === 'import') {
      const slices = [...Map.groupBy(operation.rows, sliceOf)].map(
        ([slice, rows]) => [slice, rows.map(lineOf)] as const,
      )
      this.#model.import(outcome.id, new Map(slices))
    }
    if (operation.kind === 'deletion' && outcome.kind === 'deletion') {
      const ended = this.#model.slices().filter((slice) => slice.startsWith(operation.day))
      this.#model.import(outcome.id, new Map(ended.map((slice) => [slice, []])))
    }
    if ('id' in outcome) this.#lastEntry = outcome.id
  }

  /** Finds out from the ledger whether the operation took effect that was running when the worker died. */
  async #takeUnacknowledged(operation: Operation | undefined): Promise<void> {
    const [newest] = await this.#site.call(listImports, { limit: 1 })
    if (operation?.kind === 'rotate-key') {
      this.#key = (await this.#site.installation.keys.reveal('studio')).key
    }
    if (!newest || newest.id <= this.#lastEntry) return
    this.counted.unacknowledged++
    expect(newest.kind).toBe(operation?.kind)
    this.#apply(
      operation!,
      newest.kind === 'undo'
        ? { kind: 'undo', id: newest.id, undoes: newest.undoes! }
        : { kind: newest.kind as 'import' | 'deletion', id: newest.id },
    )
  }

  async #compare(): Promise<void> {
    const site = this.#site
    const expected = this.#model.figures()
    expect(await site.figures()).toEqual(expected)
    expect(await site.slices()).toEqual(totalsOf(expected))
    const entries = await site.installation.ledger.entries(null, 1_000)
    expect(entries.length).toBeLessThanOrEqual(this.#lastEntry)
    expect(entries[0]?.id ?? 0).toBe(this.#lastEntry)
    const principal = await site.installation.keys.principal('studio', this.#key, 'test')
    expect(principal?.account.username).toBe('studio')
  }
}

function drawFailpoint(draw: Draw): Failpoint {
  const onlyCommits = draw.oneIn(2)
  const statement = 1 + draw.below(onlyCommits ? maxCommits : maxStatements)
  return { statement, onlyCommits, when: draw.of(['before', 'after']) }
}
