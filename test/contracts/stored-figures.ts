import { figures as kind } from '../../src/facts/figures.ts'
import type { Sum, Sums } from '../../src/reporting/metrics.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { ReportRows, ReportStore, ReportTotal } from '../../src/reporting/report-store.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { defaultImportLimits } from '../../src/sources/import-limits.ts'
import { stagedColumns } from '../../src/sources/staged-columns.ts'
import { commitEntry, previewEntry } from '../../src/staging/commit-entry.ts'
import type {
  CommittedImport,
  NewImport,
  NewUndo,
  PreviewedImport,
  SliceStore,
} from '../../src/staging/slice-store.ts'
import { Stage } from '../../src/staging/stage.ts'
import type { SliceScope, StagedApp, StagedSlices } from '../../src/staging/staged-slices.ts'
import { type Day, formatDay } from '../../src/values/day.ts'
import { formatMicros } from '../../src/values/decimal.ts'
import type { RequestLine } from '../fixtures/stored-requests.ts'

/** An empty store, and everything needed to write to it. */
export interface OpenStore {
  readonly slices: SliceStore
  readonly store: ReportStore
  /** The current figures of account 1, in the order of their keys. */
  readonly requests: () => Promise<RequestLine[]>
  readonly close: () => Promise<void>
}

/** One row to import. Apps from 20 on belong to account 2, the others to account 1. */
export interface Figure {
  readonly day: Day
  readonly app: number
  readonly network: string
  readonly format: string
  readonly country: string
  readonly adTag?: string
  readonly impressions: bigint
  readonly clicks: bigint | null
  readonly installs: bigint | null
  /** Unknown when absent. */
  readonly requests?: bigint | null
  readonly matchedRequests?: bigint | null
  readonly revenueMicros: bigint
}

/** An answer read to its end, with names instead of codes. */
export interface Answer {
  readonly version: string | null
  readonly totals: readonly ReportTotal[]
  readonly rows: readonly AnswerRow[]
}

export interface AnswerRow {
  /** The dimensions' values, with names where they exist. */
  readonly keys: readonly (number | string)[]
  readonly sums: Partial<Record<Sum, bigint>>
}

export const undoAt = (time: string): NewUndo => ({
  committedAt: new Date(time),
  beginWrite: async () => undefined,
})

/** A signal that never aborts. */
export const never = new AbortController().signal

/** Options for importing rows. */
export interface PutOptions {
  readonly scope?: SliceScope
  readonly isPartial?: boolean
  /** The name of a secondary report. */
  readonly report?: string
  /** `adtally` when absent. */
  readonly source?: string
  readonly keepsOtherSources?: boolean
  /** Whether it is a deletion or a merge of the scope. */
  readonly kind?: 'deletion' | 'merge'
  /** The id of an import request. */
  readonly request?: string
  readonly announce?: NonNullable<NewImport['announce']>
  /** Gets the last entry that is committed, after the import. */
  readonly confirmPending?: NewImport['apps']['confirmPending']
}

/** Imports rows as one import. */
export function put(
  slices: SliceStore,
  figures: readonly Figure[],
  options: PutOptions = {},
): Promise<CommittedImport> {
  return staging(slices, figures, options, (staged) =>
    commitEntry(slices, staged, newImport(figures, options)),
  )
}

/** Previews the changes of the same import. */
export function preview(
  slices: SliceStore,
  figures: readonly Figure[],
  options: PutOptions = {},
): Promise<PreviewedImport> {
  return staging(slices, figures, options, (staged) =>
    previewEntry(slices, staged, newImport(figures, options)),
  )
}

function newImport(
  figures: readonly Figure[],
  {
    report,
    request,
    announce,
    kind,
    source = 'adtally',
    confirmPending = async () => undefined,
  }: PutOptions,
): NewImport {
  const apps = appsOf(figures)
  return {
    source,
    files: ['figures.csv'],
    hashes: ['00'],
    dayZone: 'UTC',
    ...(kind && { revision: { kind, subject: { app: 'some-app' } } }),
    report: report ?? null,
    request: request ?? null,
    ...(announce && { announce }),
    committedAt: new Date('2026-03-10T00:00:00Z'),
    beginWrite: () => undefined,
    maxNewNames: { 16: 1_000, 32: 1_000 },
    apps: {
      expected: () => apps,
      resolve: async () => apps,
      confirmPending,
    },
  }
}

/** Runs work while rows are staged. */
export function staging<Result>(
  slices: SliceStore,
  figures: readonly Figure[],
  { scope, isPartial = false, keepsOtherSources = false }: PutOptions,
  work: (staged: StagedSlices) => Promise<Result>,
): Promise<Result> {
  return slices.withScratch(async (scratch) => {
    const stage = await Stage.begin(kind, scratch, () => undefined)
    const rows = async function* () {
      for (const [index, figure] of figures.entries())
        yield { line: index + 2, cells: cells(figure) }
    }
    const reading = { limits: defaultImportLimits, signal: new AbortController().signal }
    await stage.stageRows(0, { name: 'figures.csv', reading }, rows())
    return work({
      kind,
      scratch,
      rowCount: stage.rowCount,
      names: await stage.names(appsOf(figures)),
      scope: scope ?? null,
      isPartial,
      keepsOtherSources,
      repeatedKeys: 'none',
      rates: [],
    })
  })
}

function appsOf(figures: readonly Figure[]): StagedApp[] {
  const keys = [...new Set(figures.map(({ app }) => app))]
  return keys.map((app) => ({
    reference: String(app),
    appKey: app,
    accountId: app < 20 ? 1 : 2,
    currency: 'USD',
  }))
}

function cells(figure: Figure): (string | null)[] {
  const count = (value: bigint | null | undefined) => value?.toString() ?? null
  const text: Record<(typeof stagedColumns)[number], string | null> = {
    date: Number.isNaN(figure.day) ? 'no day' : formatDay(figure.day),
    app_id: String(figure.app),
    network: figure.network,
    format: figure.format,
    country: figure.country,
    impressions: count(figure.impressions),
    clicks: count(figure.clicks),
    installs: count(figure.installs),
    requests: count(figure.requests),
    matched_requests: count(figure.matchedRequests),
    revenue: formatMicros(figure.revenueMicros),
    ad_tag: figure.adTag ?? null,
    currency: null,
  }
  return stagedColumns.map((column) => text[column])
}

export async function readPlan(store: ReportStore, plan: ReportPlan): Promise<Answer> {
  const answer = await runPlan(plan, store, never)
  return {
    version: answer.version,
    totals: answer.totals,
    rows: await rowsOf(answer),
  }
}

/** Reads all rows. */
export async function rowsOf({ chunks }: ReportRows): Promise<AnswerRow[]> {
  const rows: AnswerRow[] = []
  for await (const { rowCount, dimensions, sums } of chunks) {
    const columns = (['day', 'app', 'network', 'format', 'country'] as const).flatMap(
      (dimension) => dimensions[dimension] ?? [],
    )
    for (let row = 0; row < rowCount; row++) {
      rows.push({
        keys: columns.map(({ codes, labels }) => (labels ? labels[codes[row]!]! : codes[row]!)),
        sums: Object.fromEntries(
          Object.entries(sums).map(([name, values]) => [name, values[row]!]),
        ),
      })
    }
  }
  return rows
}

/** Converts all sums to bigints. */
export const asBigInts = (sums: Sums): Record<string, bigint> =>
  Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, BigInt(value)]))
