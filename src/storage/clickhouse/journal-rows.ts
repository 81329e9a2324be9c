import { figureKey, figureOrder, sliceKey, sliceOrder } from '../../ledger/figure-keys.ts'

const versionTypes = {
  import_id: 'UINTEGER',
  fingerprint: 'UBIGINT',
  fingerprint_version: 'UTINYINT',
  changed: 'UINTEGER',
  restatements: 'UINTEGER',
}
const version = Object.keys(versionTypes).join(', ')
const noVersion = version.replace(/\w+/g, '0')

const deltaTypes = {
  impressions: 'BIGINT',
  clicks: 'BIGINT',
  installs: 'BIGINT',
  revenue_micros: 'BIGINT',
  clicks_known: 'TINYINT',
  installs_known: 'TINYINT',
  sign: 'TINYINT',
}
const deltaColumns = Object.keys(deltaTypes)

/** The sums of a row as a change. @param sign '' for an added row, '-' for a removed one */
export function asChange(sign: '' | '-'): string {
  return [
    `${sign}impressions AS impressions`,
    `${sign}coalesce(clicks, 0) AS clicks`,
    `${sign}coalesce(installs, 0) AS installs`,
    `${sign}revenue_micros AS revenue_micros`,
    `${sign}CAST(clicks IS NOT NULL AS TINYINT) AS clicks_known`,
    `${sign}CAST(installs IS NOT NULL AS TINYINT) AS installs_known`,
    `${sign}1 AS sign`,
  ].join(', ')
}

const added = Object.entries(deltaTypes)
  .map(([column, type]) => `CAST(sum(${column}) AS ${type}) AS ${column}`)
  .join(', ')

/**
 * The rows that an entry adds to the journal's `figures`: one for each changed key.
 *
 * @param changes relations with `figureKey` and the columns of {@link asChange}
 */
export function figureRows(entry: number, changes: readonly string[]): string {
  const isAny = deltaColumns.map((column) => `${column} <> 0`).join(' OR ')
  return `SELECT ${figureKey}, ${deltaColumns.join(', ')}, CAST(${entry} AS UINTEGER) AS since
    FROM (SELECT ${figureKey}, ${added} FROM (${changes.join(' UNION ALL ')}) GROUP BY ${figureKey})
    WHERE ${isAny} ORDER BY ${figureOrder}`
}

/**
 * The rows that an entry adds to the journal's `slices`: one for each slice with a new or ended version.
 * The version columns of a removed slice are zeros.
 *
 * @param begins relations of the versions that begin with the entry
 * @param ends relations of the versions that end with it
 */
export function sliceRows(
  entry: number,
  begins: readonly string[],
  ends: readonly string[],
): string {
  const rows = (relation: string, sign: '' | '-') => `SELECT ${sliceKey},
      ${sign}CAST(row_count AS BIGINT) AS row_count, ${asChange(sign)},
      ${sign === '' ? version : noVersion}
    FROM ${relation}`
  const newest = Object.entries(versionTypes)
    .map(([column, type]) => `CAST(max(${column}) AS ${type}) AS ${column}`)
    .join(', ')
  const all = [...begins.map((one) => rows(one, '')), ...ends.map((one) => rows(one, '-'))]
  return `SELECT ${sliceKey}, CAST(sum(row_count) AS BIGINT) AS row_count, ${added},
      CAST(${entry} AS UINTEGER) AS since, ${newest}
    FROM (${all.join(' UNION ALL ')}) GROUP BY ${sliceKey} ORDER BY ${sliceOrder}`
}
