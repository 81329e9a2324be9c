import { figureKey, untaggedKey } from '../ledger/figure-keys.ts'
import type { LabelKind } from '../ledger/journal.ts'
import { defaultAdTag } from '../values/identifier.ts'
import {
  figureColumns,
  figureCounts,
  figuresByMonth,
  placedFiguresByMonth,
  sumsOf,
} from './columns.ts'
import { microsOf, stagedMicros } from './micros.ts'
import type { StagedSlices } from './staged-slices.ts'

const adTag = `coalesce(ad_tag, '${defaultAdTag}')`

/** The key of a staged row, in codes. */
export const stagedKey = `CAST(date AS DATE) AS day, apps.account, apps.app,
    CAST(networks.code AS USMALLINT) AS network, CAST(formats.code AS USMALLINT) AS format,
    CAST((ascii(country) - 65) * 26 + ascii(country[2]) - 65 AS USMALLINT) AS country,
    ad_tags.code AS ad_tag`

function joinedLabels(alias: string, kind: LabelKind, name: string): string {
  const of = `${alias}.kind = '${kind}' AND ${alias}.account = apps.account`
  return `JOIN staged_labels AS ${alias} ON ${of} AND ${alias}.name = ${name}`
}

/** The staged rows with their apps and codes. */
export const stagedRows = `FROM stage
    JOIN staged_apps AS apps ON apps.reference = stage.app_id
    ${joinedLabels('networks', 'network', 'stage.network')}
    ${joinedLabels('formats', 'format', 'stage.format')}
    ${joinedLabels('ad_tags', 'ad_tag', adTag)}`

/** Whether a staged row is in another currency than its account's. */
export const isForeign = 'stage.currency <> apps.account_currency'

const counts = figureCounts.join(', ')

const stagedCounts = figureCounts.map((count) => `CAST(${count} AS BIGINT) AS ${count}`).join(', ')

/** One figure for each staged row, with the place of its app. */
export const unconverted = `SELECT ${stagedKey}, apps.place, ${stagedCounts}, ${stagedMicros} AS revenue_micros ${stagedRows}`

const inAccountCurrency = `SELECT ${stagedKey}, ${stagedCounts}, CAST(revenue AS DECIMAL(38, 18)) AS amount
    ${stagedRows} WHERE (${isForeign}) IS NOT TRUE`

const converted = `SELECT ${figureKey}, ${counts},
    CAST(converted_amount AS DECIMAL(38, 18)) AS amount
    FROM foreign_rows JOIN converted_amounts USING (place)`

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
export function nextFiguresTable({ repeatedKeys, isPartial, rates }: StagedSlices): string {
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
