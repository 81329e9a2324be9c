import type { FactKind } from '../../facts/fact-kind.ts'
import { type FactName, factKinds } from '../../facts/kinds.ts'
import type { LabelKind } from '../../ledger/journal.ts'
import { labelsOfRequest } from '../../reporting/extended-kinds.ts'
import { columnOf, sharedWith } from '../../reporting/stored-sums.ts'
import { depthRows } from './depth-rows.ts'
import { earnedRows } from './earned-rows.ts'
import type { FactSelection } from './fact-selection.ts'

/**
 * The rows of some kinds as one relation. Rows have the numbers of their kind, and null for those of the others. With
 * several kinds, a column tells of each kind whether it has the row's day and app, see `sharedWith`. Details are parts
 * of figures, see `depthRows`.
 */
export function factRows(selection: FactSelection): string {
  const { dialect, kinds } = selection
  if (isEarned(selection))
    return earnedRows(selection, (earlier) => primaryRows('cohorts', earlier))
  const deep = isDeep(selection)
  const relations = kinds.filter((kind) => kind !== 'details' || !deep)
  if (relations.length === 1) return rowsOf(relations[0]!, selection)
  const labels = relations
    .map((kind) => labelsIn(kind, selection))
    .reduce((common, own) => common.filter((label) => own.includes(label)))
  const numbers = kinds.flatMap(numbersOf)
  const parts = relations.map((name) => {
    const own = name === 'figures' && deep ? [name, 'details' as const] : [name]
    const known = own.flatMap(numbersOf)
    const columns = [
      'day',
      'account',
      'app',
      ...labels,
      ...numbers.map((column) =>
        known.includes(column) ? column : `${dialect.noNumber} AS ${column}`,
      ),
      ...relations.map((other) => `${isOf(other, name, selection)} AS ${sharedWith(other)}`),
    ]
    return `SELECT ${columns.join(', ')} FROM ${rowsOf(name, selection)} AS ${name}_rows`
  })
  return `(${parts.join('\nUNION ALL\n')})`
}

/** Whether booked revenue is divided by the cohorts that earned it. */
const isEarned = ({ kinds }: FactSelection): boolean =>
  kinds.includes('figures') && kinds.includes('cohorts')

/** Whether figures are divided by labels of details. */
const isDeep = ({ kinds, plan }: FactSelection): boolean =>
  kinds.includes('figures') &&
  kinds.includes('details') &&
  labelsOfRequest(plan).some((label) => !Object.hasOwn(factKinds.figures.labels, label))

const numbersOf = (kind: FactName): string[] =>
  factKinds[kind].rowNumbers.map((column) => columnOf(kind, column))

const labelsIn = (kind: FactName, selection: FactSelection): string[] => [
  ...Object.keys(factKinds[kind].labels),
  ...(kind === 'figures' && isDeep(selection) ? Object.keys(factKinds.details.labels) : []),
  ...(kind === 'spend' && selection.kinds.includes('cohorts') ? ['age'] : []),
]

const isOf = (other: FactName, own: FactName, selection: FactSelection): string =>
  other === own ? 'true' : `(day, app) IN (${slicesOf(factKinds[other], selection)})`

/** The rows of a kind, with their numbers under the names of {@link columnOf}. */
function rowsOf(name: FactName, selection: FactSelection): string {
  const { plan, dialect, kinds, whereOf } = selection
  const kind: FactKind = factKinds[name]
  if (name === 'figures') {
    return isDeep(selection)
      ? depthRows(selection, primaryRows('details', selection))
      : dialect.rowsOf(kind, whereOf(), plan)
  }
  const stored = primaryRows(name, selection)
  const numbers = kind.rowNumbers.map((column) => `${column} AS ${columnOf(name, column)}`)
  const rows = `(SELECT ${[kind.rowKey, ...numbers].join(', ')} FROM ${stored} AS stored)`
  if (name !== 'spend' || !kinds.includes('cohorts')) return rows
  // The cohorts of a day have its spend at every age.
  const ages = `(SELECT DISTINCT day, app, age FROM ${primaryRows('cohorts', selection)} AS cohorts)`
  return `(SELECT * FROM ${rows} AS spent JOIN ${ages} AS ages USING (day, app))`
}

/** The reported days of the kinds' apps; of a single kind, by its slices. */
export function factSlices(selection: FactSelection): string {
  const { plan, dialect, whereOf } = selection
  const parts: readonly FactName[] = isEarned(selection) ? ['cohorts'] : ['details']
  const kinds = selection.kinds.filter((kind) => !parts.includes(kind))
  const [only, ...others] = kinds
  if (others.length === 0) return dialect.slicesOf(factKinds[only!], whereOf(), plan)
  return `(${kinds.map((name) => slicesOf(factKinds[name], selection)).join(' UNION ALL ')})`
}

const slicesOf = (kind: FactKind, { plan, dialect, whereOf }: FactSelection) =>
  `SELECT DISTINCT day, app FROM ${dialect.slicesOf(kind, whereOf(), plan)}`

/**
 * Of several sources of an app and day, only the rows of the primary one: that of the last rule up to the day, or else
 * the one with the lowest code, because codes rise in the order of first imports. All rows of a kind without sources.
 */
function primaryRows(name: FactName, { plan, dialect, whereOf }: FactSelection): string {
  const kind: FactKind = factKinds[name]
  const { sliceLabel } = kind
  const rows = dialect.rowsOf(kind, whereOf(), plan)
  if (!kind.labels[sliceLabel]?.hasPrimary) return rows
  const labels = dialect.labels.of(plan.account)
  const rules = (plan.primarySources ?? []).toReversed().map(({ source, firstDay }) => {
    const code = labels.codeOf(sliceLabel as LabelKind, source) ?? noCode
    return `WHEN ${dialect.dayNumber('day')} >= ${firstDay} THEN ${code}`
  })
  const isOther =
    rules.length === 0 ? '' : `${sliceLabel} <> CASE ${rules.join(' ')} ELSE ${noCode} END, `
  const slices = dialect.slicesOf(kind, whereOf(), plan)
  // Slices are a small part of the rows.
  return `(
  SELECT * FROM ${rows} AS stated WHERE (day, app, ${sliceLabel}) IN (
    SELECT day, app, ${sliceLabel} FROM (
      SELECT *, row_number() OVER (PARTITION BY day, app ORDER BY ${isOther}${sliceLabel}) AS place FROM ${slices}
    ) AS ranked WHERE place = 1
  )
)`
}

/** No source has this code. */
const noCode = -1
