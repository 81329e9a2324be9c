import type { FactKind } from '../../facts/fact-kind.ts'
import { type FactName, factKinds } from '../../facts/kinds.ts'
import type { LabelKind } from '../../ledger/journal.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** The selection of a plan's rows, the same for each kind. */
export interface FactSelection {
  readonly plan: ReportPlan
  readonly dialect: SqlDialect
  readonly kinds: readonly FactName[]
  /** Conditions on account, apps, days and visible rows. */
  readonly where: string
}

/** The columns that rows of every kind have. */
const common = ['day', 'account', 'app', 'country']

/**
 * The rows of some kinds as one relation. Rows have the numbers of their kind, and null for those of the others. With
 * several kinds, `is_shared` tells whether all of them have the row's day and app.
 */
export function factRows({ plan, dialect, kinds, where }: FactSelection): string {
  const relationOf = (name: FactName) => {
    const kind: FactKind = factKinds[name]
    const rows = dialect.rowsOf(kind, where, plan)
    return kind.labels[kind.sliceLabel]?.hasPrimary ? primaryRows(rows, kind, plan, dialect) : rows
  }
  const [only, ...others] = kinds
  if (others.length === 0) return relationOf(only!)
  const parts = kinds.map((name) => {
    const shared = kinds
      .filter((other) => other !== name)
      .map((other) => `(day, app) IN (${slicesOf(factKinds[other], { plan, dialect, where })})`)
    const numbers = kinds.flatMap((kind) =>
      factKinds[kind].rowNumbers.map((column) =>
        kind === name ? column : `${dialect.noNumber} AS ${column}`,
      ),
    )
    const columns = [...common, ...numbers, `(${shared.join(' AND ')}) AS is_shared`]
    return `SELECT ${columns.join(', ')} FROM ${relationOf(name)}`
  })
  return `(${parts.join('\nUNION ALL\n')})`
}

/** The reported days of the kinds' apps; of a single kind, by its slices. */
export function factSlices({ plan, dialect, kinds, where }: FactSelection): string {
  const [only, ...others] = kinds
  if (others.length === 0) return dialect.slicesOf(factKinds[only!], where, plan)
  const parts = kinds.map((name) => slicesOf(factKinds[name], { plan, dialect, where }))
  return `(${parts.join(' UNION ALL ')})`
}

const slicesOf = (
  kind: FactKind,
  { plan, dialect, where }: Pick<FactSelection, 'plan' | 'dialect' | 'where'>,
) => `SELECT DISTINCT day, app FROM ${dialect.slicesOf(kind, where, plan)}`

/**
 * Of several sources of an app and day, only the rows of the primary one: that of the last rule up to the day, or else
 * the one with the lowest code, because codes rise in the order of first imports.
 */
function primaryRows(
  rows: string,
  { sliceLabel }: FactKind,
  plan: ReportPlan,
  dialect: SqlDialect,
): string {
  const labels = dialect.labels.of(plan.account)
  const rules = (plan.primarySources ?? []).toReversed().map(({ source, firstDay }) => {
    const code = labels.codeOf(sliceLabel as LabelKind, source) ?? noCode
    return `WHEN ${dialect.dayNumber('day')} >= ${firstDay} THEN ${code}`
  })
  const isOther =
    rules.length === 0 ? '' : `${sliceLabel} <> CASE ${rules.join(' ')} ELSE ${noCode} END, `
  return `(
  SELECT * FROM (SELECT *, rank() OVER (PARTITION BY day, app ORDER BY ${isOther}${sliceLabel}) AS source_rank FROM ${rows}) AS ranked
  WHERE source_rank = 1
)`
}

/** No source has this code. */
const noCode = -1
