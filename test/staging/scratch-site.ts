import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, onTestFinished } from 'vitest'
import { figures } from '../../src/facts/figures.ts'
import { defaultImportLimits } from '../../src/sources/import-limits.ts'
import { type StagedColumn, stagedColumns } from '../../src/sources/staged-columns.ts'
import type { AppliedRate } from '../../src/staging/applied-rate.ts'
import { figureColumns, sameSlice, sliceVersionColumns } from '../../src/staging/columns.ts'
import { newVersions } from '../../src/staging/compare-slices.ts'
import type { AppEnd } from '../../src/staging/merged-apps.ts'
import { planImport, type Resolution } from '../../src/staging/plan-import.ts'
import {
  bookingOfUndo,
  bookUndone,
  planUndo,
  type UndoEffect,
  type UndoSource,
} from '../../src/staging/plan-undo.ts'
import { rowsOf } from '../../src/staging/scratch-tables.ts'
import type { ImportEffect } from '../../src/staging/slice-store.ts'
import { Stage } from '../../src/staging/stage.ts'
import type {
  CurrentSlices,
  SliceRange,
  SliceScope,
  StagedApp,
  StagedLabel,
  StagedSlices,
} from '../../src/staging/staged-slices.ts'

export type Cells = Partial<Record<StagedColumn, string | null>>

/** A row of `zap` on the first of March, on line 2 of the first file unless it says otherwise. */
export interface Row extends Cells {
  readonly file?: number
  readonly line?: number
  /** A fault that a reader found; with `unreadable`, of the whole row. */
  readonly fault?: { readonly column: string; readonly value: string; readonly accepts: string }
  readonly unreadable?: boolean
}

const usual: Cells = {
  date: '2026-03-01',
  app_id: 'zap',
  network: 'admob',
  format: 'video',
  country: 'US',
  impressions: '1',
  revenue: '0',
}

/** `zap` and its other name `zap-2`, and `pop` of the same account; `eur` of account 2. */
export const apps: readonly StagedApp[] = [
  { reference: 'zap', appKey: 11, accountId: 1, currency: 'USD' },
  { reference: 'zap-2', appKey: 11, accountId: 1, currency: 'USD' },
  { reference: 'pop', appKey: 12, accountId: 1, currency: 'USD' },
  { reference: 'eur', appKey: 21, accountId: 2, currency: 'EUR' },
]

/** The codes of names in account 1. In other accounts they are one more. */
const codes = {
  network: ['admob', 'vungle', 'tapjoy'],
  format: ['video', 'banner'],
  ad_tag: ['default', 'menu'],
} as const

const labelsOf = (accountIds: readonly number[]): StagedLabel[] =>
  accountIds.flatMap((accountId) =>
    Object.entries(codes).flatMap(([kind, names]) =>
      names.map((name, code) => ({
        accountId,
        kind: kind as StagedLabel['kind'],
        name,
        code: accountId === 1 ? code : code + 1,
        isNew: false,
      })),
    ),
  )

export interface ImportOptions {
  readonly scope?: SliceScope
  readonly isPartial?: boolean
  /** Rows with the same key are added up unless there can be none. */
  readonly repeatedKeys?: 'none' | 'added up'
  readonly rates?: readonly AppliedRate[]
  readonly reportIds?: ReadonlyMap<number, number>
  /** How often each row is there; once if absent. */
  readonly copies?: number
  /** The id of the request that the import answers. */
  readonly request?: string
}

function isIn({ days, accounts, apps: keys, networks }: SliceRange): string {
  const among = (value: string, list: readonly number[] | null) =>
    list ? `list_contains([${list.join(', ')}], ${value})` : 'true'
  return [
    among("date_diff('day', DATE '1970-01-01', day)", days),
    ...[among('account', accounts), among('app', keys), among('network', networks)],
  ].join(' AND ')
}

let instance: Promise<DuckDBInstance> | undefined

/** Call in a test file: gives each test a connection of its own. */
export function useScratch(): () => Promise<ScratchSite> {
  afterAll(async () => {
    ;(await instance)?.closeSync()
    instance = undefined
  })
  return async () => {
    instance ??= DuckDBInstance.create(':memory:', { threads: '1' })
    const scratch = await (await instance).connect()
    onTestFinished(() => scratch.closeSync())
    return ScratchSite.open(scratch)
  }
}

/** A scratch, and beside it the versions and figures of a small store. */
export class ScratchSite {
  readonly scratch: DuckDBConnection
  /** Exactly the slices of a range, the least that a store may answer. */
  readonly #current: CurrentSlices = {
    kind: figures,
    endedBy: async (entries) => `(FROM history WHERE until IN (${entries.join(', ')}))`,
    slices: async (range) => `(FROM history WHERE until IS NULL AND ${isIn(range)})`,
    originals: async () =>
      `(SELECT *, 0::UINTEGER AS import_id, '' AS currency, '' AS rate, 0::DECIMAL(38, 18) AS revenue
        FROM stored_figures WHERE false)`,
    figures: async (range) => `(FROM stored_figures WHERE ${isIn(range)})`,
  }
  #entry = 0
  /** The imports that were written. */
  readonly #requests: {
    id: number
    kind: 'import'
    source: string
    request: string | null
    report: null
    subject: null
  }[] = []
  readonly #undos: { id: number; undoes: number }[] = []

  private constructor(scratch: DuckDBConnection) {
    this.scratch = scratch
  }

  static async open(scratch: DuckDBConnection): Promise<ScratchSite> {
    const key = 'day DATE, account UINTEGER, app UINTEGER, network USMALLINT'
    const sums = 'impressions BIGINT, clicks BIGINT, installs BIGINT, revenue_micros BIGINT'
    await scratch.run(`CREATE TEMP TABLE history (${key}, import_id UINTEGER, row_count UINTEGER,
      ${sums}, fingerprint UBIGINT, fingerprint_version UTINYINT,
      since UINTEGER, changed UINTEGER, restatements UINTEGER, until UINTEGER)`)
    await scratch.run(`CREATE TEMP TABLE stored_figures (${key}, format USMALLINT,
      country USMALLINT, ad_tag UINTEGER, ${sums}, requests BIGINT, matched_requests BIGINT)`)
    return new ScratchSite(scratch)
  }

  rows(query: string) {
    return rowsOf(this.scratch, query)
  }

  /** The lines of a query, their cells joined by blanks. */
  async lines(query: string): Promise<string[]> {
    return (await this.rows(query)).map((row) => row.join(' '))
  }

  async stage(rows: readonly Row[]): Promise<Stage> {
    const stage = await Stage.begin(figures, this.scratch, () => undefined)
    const reading = { limits: defaultImportLimits, signal: new AbortController().signal }
    for (const [
      index,
      { file = 0, line = index + 2, fault, unreadable, ...cells },
    ] of rows.entries()) {
      const texts = { ...usual, ...cells }
      const given = unreadable ? null : stagedColumns.map((column) => texts[column] ?? null)
      await stage.stageRows(
        file,
        { name: `${file}.csv`, reading },
        (async function* () {
          yield given
            ? { line, cells: given, ...(fault && { fault }) }
            : { line, cells: null, fault: fault! }
        })(),
      )
    }
    return stage
  }

  /** Plans an import without writing it. */
  async plan(rows: readonly Row[], options: ImportOptions = {}): Promise<ImportEffect> {
    const stage = await this.stage(rows)
    const { copies = 1 } = options
    const names = await stage.names(apps)
    await this.scratch.run(`INSERT INTO stage SELECT stage.* FROM stage, range(${copies - 1})`)
    const { scope = null, isPartial = false, repeatedKeys = 'added up', rates = [] } = options
    const reportIds = options.reportIds ?? new Map<number, number>()
    const staged: StagedSlices = {
      kind: figures,
      scratch: this.scratch,
      rowCount: stage.rowCount,
      names,
      scope,
      isPartial,
      repeatedKeys,
      rates,
    }
    const resolution: Resolution = {
      entry: this.#entry + 1,
      apps,
      labels: labelsOf([1, 2, ...reportIds.values()]),
      reportIds,
      reports: [],
      booking: null,
      sources: {
        source: 'adtally',
        entries: { byIds: async (ids) => this.#requests.filter(({ id }) => ids.includes(id)) },
      },
    }
    return planImport(staged, resolution, this.#current)
  }

  /** Plans an import and writes it. */
  async put(rows: readonly Row[], options: ImportOptions = {}): Promise<ImportEffect> {
    const effect = await this.plan(rows, options)
    await this.#write()
    const { request = null } = options
    this.#requests.push({
      id: this.#entry,
      kind: 'import',
      source: 'adtally',
      request,
      report: null,
      subject: null,
    })
    await this.scratch.run(`DELETE FROM stored_figures USING current_slices
      WHERE ${sameSlice('stored_figures', 'current_slices')}`)
    await this.scratch.run(
      `INSERT INTO stored_figures (${figureColumns}) SELECT ${figureColumns} FROM next_figures`,
    )
    return effect
  }

  /** Plans an undo and writes its slices. Figures stay. */
  async undo(importId: number, revisions: readonly AppEnd[] = []): Promise<UndoEffect> {
    const entries = { byIds: async () => [] }
    const source: UndoSource = {
      importId,
      undos: this.#undos,
      versions: 'FROM history',
      revisions: revisions.map((one) => ({ ...one, report: null })),
      bookingOf: () => ({
        ...bookingOfUndo(this.#entry + 1, entries),
        reports: [],
        networks: [],
        ownerCode: () => 0,
      }),
    }
    const booking = await planUndo(this.scratch, source, this.#current)
    const effect = await bookUndone(this.scratch, importId, booking, this.#current)
    await this.#write()
    this.#undos.push({ id: this.#entry, undoes: importId })
    return effect
  }

  async #write(): Promise<void> {
    const entry = ++this.#entry
    await this.scratch.run(`CREATE OR REPLACE TEMP TABLE new_versions AS ${newVersions(entry)}`)
    await this.scratch.run(`UPDATE history SET until = ${entry} FROM current_slices
      WHERE until IS NULL AND ${sameSlice('history', 'current_slices')}`)
    await this.scratch.run(
      `INSERT INTO history SELECT ${sliceVersionColumns}, NULL FROM new_versions`,
    )
  }

  /** The changes of the last plan: day, app, network and change. */
  changes(): Promise<string[]> {
    return this.lines('SELECT day(day), app, network, change FROM slice_changes ORDER BY ALL')
  }

  /** The current slices: day, app, network, impressions and micros. */
  slices(): Promise<string[]> {
    return this.lines(
      `SELECT day(day), app, network, impressions, revenue_micros FROM history
      WHERE until IS NULL ORDER BY ALL`,
    )
  }
}
