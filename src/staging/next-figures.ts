import { type FactKind, type FactLabel, microsOf as microsColumn } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import { isPacked, packedInSql } from '../facts/packed-labels.ts'
import { figureKey, untaggedKey } from '../ledger/figure-keys.ts'
import {
  figureColumns,
  figureCounts,
  figuresByMonth,
  placedFiguresByMonth,
  rowsByMonth,
  sumsOf,
} from './columns.ts'
import { microsOf, stagedMicros } from './micros.ts'
import type { StagedSlices } from './staged-slices.ts'

function labelCode(name: string, { code }: FactLabel): string {
  if (isPacked(code)) return `CAST(${packedInSql[code](name)} AS USMALLINT) AS ${name}`
  return code === 16
    ? `CAST(${name}_codes.code AS USMALLINT) AS ${name}`
    : `${name}_codes.code AS ${name}`
}

/** The key of a staged row, in codes. */
export const stagedKeyOf = ({ labels }: FactKind): string =>
  [
    'CAST(date AS DATE) AS day, apps.account, apps.app',
    ...Object.entries(labels).map(([name, label]) => labelCode(name, label)),
  ].join(', ')

function joinedLabel(name: string, { fallback }: FactLabel): string {
  const cell = fallback === undefined ? `stage.${name}` : `coalesce(stage.${name}, '${fallback}')`
  const of = `${name}_codes.kind = '${name}' AND ${name}_codes.account = apps.account`
  return `JOIN staged_labels AS ${name}_codes ON ${of} AND ${name}_codes.name = ${cell}`
}

/** The staged rows with their apps and codes. */
export const stagedRowsOf = ({ labels }: FactKind): string =>
  [
    'FROM stage JOIN staged_apps AS apps ON apps.reference = stage.app_id',
    ...Object.entries(labels)
      .filter(([, { code }]) => !isPacked(code))
      .map(([name, label]) => joinedLabel(name, label)),
  ].join('\n    ')

export const stagedKey = stagedKeyOf(figures)
export const stagedRows = stagedRowsOf(figures)

/** Whether a staged row is in another currency than its account's. */
export const isForeign = 'stage.currency <> apps.account_currency'

const counts = figureCounts.join(', ')

const stagedCounts = figureCounts.map((count) => `CAST(${count} AS BIGINT) AS ${count}`).join(', ')

/** One figure for each staged row, with the place of its app. */
const unconverted = `SELECT ${stagedKey}, apps.place, ${stagedCounts}, ${stagedMicros('revenue')} AS revenue_micros ${stagedRows}`

const inAccountCurrency = `SELECT ${stagedKey}, ${stagedCounts}, CAST(revenue AS DECIMAL(38, 18)) AS amount
    ${stagedRows} WHERE (${isForeign}) IS NOT TRUE`

const converted = `SELECT ${figureKey}, ${counts},
    CAST(converted_amount AS DECIMAL(38, 18)) AS amount
    FROM foreign_rows JOIN converted_revenue USING (place)`

/** The same of another kind of fact. */
const unconvertedFacts = (kind: FactKind): string =>
  `SELECT ${[
    stagedKeyOf(kind),
    ...kind.countNames.map((count) => `CAST(${count} AS BIGINT) AS ${count}`),
    ...kind.moneyNames.map((name) => `${stagedMicros(name)} AS ${microsColumn(name)}`),
  ].join(', ')} ${stagedRowsOf(kind)}`

/** The rows of viewed files, and the order in which they are stored. */
export const viewedRowsOf = (kind: FactKind): { readonly rows: string; readonly order: string } =>
  kind.name === 'figures'
    ? { rows: unconverted, order: placedFiguresByMonth }
    : { rows: unconvertedFacts(kind), order: rowsByMonth(kind) }

/** The figures that a partial import adds to. */
const current = `SELECT ${figureKey}, ${counts},
    CAST(CAST(revenue_micros AS DECIMAL(20, 0)) * 0.000001 AS DECIMAL(38, 18)) AS amount
    FROM current_figures`

const sums = (parts: readonly string[]) =>
  `SELECT ${figureKey}, ${sumsOf(figureCounts)}, sum(amount) AS amount
    FROM (${parts.join(' UNION ALL ')}) GROUP BY ALL`

/** For amounts without fractions of micros. */
const addedUp = (parts: readonly string[]) => `SELECT ${figureKey}, ${counts},
    ${microsOf('amount')} AS revenue_micros FROM (${sums(parts)})`

const ofTags = `(PARTITION BY ${untaggedKey} ORDER BY ad_tag)`

/**
 * For amounts with fractions of micros. Each ad tag gets what it adds to the rounded sum of those before
 * it, so that all of them add up to the rounded sum of all, as if there were no ad tags.
 */
const roundedOnce = (parts: readonly string[]) => `SELECT ${figureKey}, ${counts},
    up_to - coalesce(lag(up_to) OVER ${ofTags}, 0) AS revenue_micros
  FROM (SELECT *, ${microsOf(`sum(amount) OVER ${ofTags}`)} AS up_to FROM (${sums(parts)}))`

/**
 * Makes `next_figures`: the rows that will be stored, in their stored order. Money of one day, app,
 * network, format and country is added up first and rounded to micros once. A partial import adds
 * `current_figures`.
 */
export function nextFiguresTable({ kind, repeatedKeys, isPartial, rates }: StagedSlices): string {
  if (kind.name !== 'figures') return nextFacts(kind, repeatedKeys === 'none', isPartial, rates)
  const parts = [
    inAccountCurrency,
    ...(rates.length > 0 ? [converted] : []),
    ...(isPartial ? [current] : []),
  ]
  const isExact = repeatedKeys === 'none' && rates.length === 0
  const [rows, order] =
    isExact && !isPartial
      ? [unconverted, placedFiguresByMonth]
      : [(isExact ? addedUp : roundedOnce)(parts), figuresByMonth]
  return `CREATE OR REPLACE TEMP TABLE next_figures AS
  SELECT ${figureColumns} FROM (${rows}) ORDER BY ${order}`
}

/** The same of another kind: money of one key is rounded once. */
function nextFacts(
  kind: FactKind,
  isDistinct: boolean,
  isPartial: boolean,
  rates: StagedSlices['rates'],
): string {
  const { rowKey, rowColumns, countNames, moneyNames } = kind
  const counts = countNames.map((count) => `CAST(${count} AS BIGINT) AS ${count}`)
  const amounts = (of: (name: string) => string) =>
    moneyNames.map((name) => `CAST(${of(name)} AS DECIMAL(38, 18)) AS ${name}`)
  const own = rates.length > 0 ? ` WHERE (${isForeign}) IS NOT TRUE` : ''
  const staged = `SELECT ${[stagedKeyOf(kind), ...counts, ...amounts((name) => name)].join(', ')} ${stagedRowsOf(kind)}${own}`
  const stored = amounts((name) => `CAST(${microsColumn(name)} AS DECIMAL(20, 0)) * 0.000001`)
  const parts = [
    staged,
    ...(rates.length > 0 ? [convertedFacts(kind)] : []),
    ...(isPartial
      ? [`SELECT ${[rowKey, ...countNames, ...stored].join(', ')} FROM current_figures`]
      : []),
  ]
  const added = (name: string) => `sum(${name})`
  const micros = (of: (name: string) => string) =>
    moneyNames.map((name) => `${microsOf(of(name))} AS ${microsColumn(name)}`)
  const isPlain = isDistinct && parts.length === 1
  const numbers = isPlain
    ? [...countNames, ...micros((name) => name)]
    : [sumsOf(countNames), ...micros(added)]
  return `CREATE OR REPLACE TEMP TABLE next_figures AS
  SELECT ${rowColumns} FROM (
    SELECT ${[rowKey, ...numbers.filter(Boolean)].join(', ')}
    FROM (${parts.join(' UNION ALL ')})${isPlain ? '' : ' GROUP BY ALL'}
  ) ORDER BY ${rowsByMonth(kind)}`
}

/** The rows of `foreign_rows` in their account's currency, see `convertForeign`. */
const convertedFacts = ({ rowKey, countNames, moneyNames }: FactKind): string => {
  const amounts = moneyNames.map(
    (name) => `CAST(of_${name}.converted_amount AS DECIMAL(38, 18)) AS ${name}`,
  )
  const joins = moneyNames.map((name) => `LEFT JOIN converted_${name} AS of_${name} USING (place)`)
  return `SELECT ${[rowKey, ...countNames, ...amounts].join(', ')} FROM foreign_rows ${joins.join(' ')}`
}
