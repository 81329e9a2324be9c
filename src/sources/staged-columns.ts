import { countryAccepts, isCountry } from '../values/country.ts'
import { dayAccepts, parseDay } from '../values/day.ts'
import { identifierAccepts, isAdTag, isIdentifier } from '../values/identifier.ts'
import type { CellRule } from './readers/cell-rule.ts'

/** The columns of staged rows, the same for all sources. */
export const stagedColumns = [
  'date',
  'app_id',
  'network',
  'format',
  'country',
  'impressions',
  'clicks',
  'installs',
  'requests',
  'matched_requests',
  'revenue',
  'ad_tag',
  'currency',
] as const

export type StagedColumn = (typeof stagedColumns)[number]

/** The rule for a column of numbers. The engine checks the pattern, which must match whole cells. */
export interface NumberRule {
  readonly required: boolean
  readonly accepts: string
  readonly pattern: string
}

const count: NumberRule = {
  required: false,
  accepts: 'a whole number, 0 or more, of at most 15 digits',
  pattern: '[0-9]{1,15}',
}

const decimal = 'a decimal such as 12.5, at most 10 digits before the point'

/** The rules for label columns. Apps and currencies are also compared with the catalogue. */
export const labelRules = {
  date: {
    required: true,
    accepts: dayAccepts,
    isAccepted: (value) => parseDay(value) !== null,
  },
  app_id: {
    required: true,
    accepts: 'the app_id of an app that was imported',
    isAccepted: () => true,
  },
  network: { required: true, accepts: identifierAccepts, isAccepted: isIdentifier },
  format: { required: true, accepts: identifierAccepts, isAccepted: isIdentifier },
  country: { required: true, accepts: countryAccepts, isAccepted: isCountry },
  ad_tag: {
    required: false,
    accepts: 'at most 255 characters, none of them a control character',
    isAccepted: isAdTag,
  },
  currency: {
    required: false,
    accepts: "the currency of the app's account",
    isAccepted: (value) => /^[A-Z]{3}$/.test(value),
  },
} as const satisfies Partial<Record<StagedColumn, CellRule>>

export type LabelColumn = keyof typeof labelRules

/** The rules for number columns in Adtally's own format. */
export const numberRules = {
  impressions: { ...count, required: true },
  clicks: count,
  installs: count,
  requests: count,
  matched_requests: count,
  revenue: {
    required: true,
    accepts: `${decimal} and 6 after it`,
    pattern: '-?[0-9]{1,10}(\\.[0-9]{1,6}0*)?',
  },
} as const satisfies Partial<Record<StagedColumn, NumberRule>>

export type NumberColumn = keyof typeof numberRules

/** The same for networks, whose money may have more decimal places. */
export const networkNumberRules: Readonly<Record<NumberColumn, NumberRule>> = {
  ...numberRules,
  revenue: { required: true, accepts: decimal, pattern: '-?[0-9]{1,10}(\\.[0-9]+)?' },
}

/** The columns of Adtally's own format. */
export const nativeFormatColumns = {
  allowed: stagedColumns,
  required: ['date', 'app_id', 'network', 'format', 'country', 'impressions', 'revenue'],
} as const satisfies { allowed: readonly StagedColumn[]; required: readonly StagedColumn[] }

/** The columns of a row's slice. A row without them cannot be skipped. */
export const sliceColumns = ['date', 'app_id', 'network'] as const satisfies readonly StagedColumn[]

/** The columns that no two rows of Adtally's own format may share. */
export const keyColumns = [...sliceColumns, 'format', 'country', 'ad_tag'] as const
