import { details } from '../../facts/details.ts'
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { notBooked, unattributed } from '../../facts/rest-names.ts'
import type { LabelKind } from '../../ledger/journal.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Mediation } from '../../reporting/report-request.ts'
import { columnOf, isSettledSum, type StoredSum, storedSums } from '../../reporting/stored-sums.ts'
import type { FactSelection } from './fact-selection.ts'
import type { AccountLabels } from './labels.ts'

const isOfFigures = (label: string) => Object.hasOwn(figures.labels, label)
const key = ['day', 'account', 'app', ...Object.keys(figures.labels)]
const deepLabels = Object.keys(details.labels).filter(
  (label) => label !== 'source' && !isOfFigures(label),
) as (LabelKind & keyof typeof details.labels)[]
const numbers = figures.rowNumbers
const ownNumbers = details.rowNumbers.map((column) => columnOf('details', column))

/**
 * Figures by the labels of details, so that asking deeper never changes a total. The rows are:
 *
 * - the details of the primary source;
 * - as the rung `unattributed`, what the figures of the same source have besides, which may be negative;
 * - as the rung `not_booked`, the difference between the booked figures and those of the source.
 *
 * Where a source's own figures are not known, it has those that are booked. A difference of numbers that a part of it
 * does not know is unknown.
 */
export function depthRows(selection: FactSelection, primaryDetails: string): string {
  const { plan, dialect, whereOf } = selection
  const labels = dialect.labels.of(plan.account)
  const reported = (plan.mediations ?? []).flatMap((mediation) => {
    const source = labels.codeOf('source', mediation.source)
    return source === null ? [] : [ownFigures(selection, mediation, source)]
  })
  const booked = dialect.rowsOf(figures, whereOf(), plan)
  const rung = (name: string) => String(labels.codeOf('rung', name))
  const terms = (sign: '' | '-', of: (column: string) => string | null = (column) => column) =>
    numbers.map((column) => `${of(column) === null ? '' : sign}${of(column) ?? '0'} AS ${column}`)
  const part = (name: string, values: readonly string[], from: string) =>
    `SELECT ${[...key, `${name} AS rung`, ...values].join(', ')} FROM ${from}`
  const inDetails = (column: string) => (details.rowNumbers.includes(column) ? column : null)
  const isReported = '(day, app) IN (SELECT day, app FROM reported)'
  const differences = [
    part(rung(unattributed), terms('-', inDetails), 'detailed'),
    ...(reported.length > 0
      ? [
          part(rung(unattributed), terms(''), 'reported'),
          part(rung(notBooked), terms('-'), 'reported'),
          part(
            `CASE WHEN ${isReported} THEN ${rung(notBooked)} ELSE ${rung(unattributed)} END`,
            terms(''),
            `${booked} AS booked`,
          ),
        ]
      : [part(rung(unattributed), terms(''), `${booked} AS booked`)]),
  ]
  const known = numbers.map(
    (column) => `CASE WHEN count(*) = count(${column}) THEN sum(${column}) END AS ${column}`,
  )
  const rest = deepLabels.map((label) =>
    label === 'rung' ? label : `${labels.codeOf(label, fallbackOf(label))} AS ${label}`,
  )
  const without = (columns: readonly string[]) =>
    columns.map((column) => `${dialect.noNumber} AS ${column}`)
  const detailNumbers = details.rowNumbers.map(
    (column) => `${column} AS ${columnOf('details', column)}`,
  )
  const detailFigures = numbers.map((column) =>
    inDetails(column) ? column : `${dialect.noNumber} AS ${column}`,
  )
  return `(
  WITH detailed AS (SELECT * FROM ${primaryDetails} AS stored)${reported.length > 0 ? `,\n  reported AS (${reported.join(' UNION ALL ')})` : ''}
  SELECT ${[...key, ...deepLabels, ...detailFigures, ...detailNumbers].join(', ')} FROM detailed
  UNION ALL
  SELECT ${[...key, ...rest, ...numbers, ...without(ownNumbers)].join(', ')} FROM (
    SELECT ${[...key, 'rung', ...known].join(', ')} FROM (${differences.join(' UNION ALL ')}) AS differences
    GROUP BY ${[...key, 'rung'].join(', ')}
    HAVING ${askedNumbers(plan)
      .map((column) => `coalesce(sum(${column}), 0) <> 0`)
      .join(' OR ')}
  ) AS differing
)`
}

/** The numbers of figures that a plan adds up or looks at: a difference of others is no row. */
function askedNumbers({ sums }: ReportPlan): string[] {
  const asked = sums
    .filter((sum) => !isSettledSum(sum))
    .map((sum): StoredSum => storedSums[sum])
    .filter(({ kind = 'figures' }) => kind === 'figures')
    .flatMap(({ of, knowing = [] }) => [of, ...knowing])
  const found = numbers.filter((column) => asked.includes(column))
  return found.length > 0 ? found : ['0']
}

/** The figures of a mediation's secondary report on the days and apps of its details, in the account's codes. */
function ownFigures(
  { plan, dialect, whereOf, bindNumbers }: FactSelection,
  { reportId }: Mediation,
  source: number,
): string {
  const [own, ofAccount] = [dialect.labels.of(reportId), dialect.labels.of(plan.account)]
  const codeOf = (label: string) => {
    if (label === 'country') return label
    const codes = codesIn(own, ofAccount, label as LabelKind)
    if (codes.every((code, place) => code === place)) return label
    return `${dialect.lookup(bindNumbers, codes, label)} AS ${label}`
  }
  const labels = Object.keys(figures.labels).map(codeOf)
  const rows = dialect.rowsOf(figures, whereOf(reportId), plan)
  return `SELECT * FROM (
    SELECT ${['day', `${plan.account} AS account`, 'app', ...labels, ...numbers].join(', ')} FROM ${rows} AS own
  ) AS own WHERE network <> ${noCode} AND (day, app) IN (
    SELECT DISTINCT day, app FROM detailed WHERE source = ${source}
  )`
}

/** No name has this code. */
const noCode = 4_294_967_295

/**
 * For each code of a secondary report, the account's code of the name. Figures of a network that the account does not
 * know are neither in its details nor booked.
 */
function codesIn(own: AccountLabels, account: AccountLabels, label: LabelKind): number[] {
  const names = own.setOf(label).names
  const other = label === 'network' ? noCode : (account.codeOf(label, fallbackOf(label)) ?? noCode)
  return Array.from(names, (name) => (name ? (account.codeOf(label, name) ?? other) : other))
}

const fallbackOf = (label: LabelKind): string => (details as FactKind).labels[label]!.fallback!
