import {
  labelRules as labelRulesOf,
  type NumberRule,
  numberRules as numberRulesOf,
} from '../facts/column-rules.ts'
import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import type { CellRule } from '../values/cell-rule.ts'

export type { NumberRule }

/** The columns of staged rows of figures, the same for all sources. */
export const stagedColumns = figures.columns

export type StagedColumn = (typeof stagedColumns)[number]

export type NumberColumn = keyof typeof figures.counts | 'revenue'

export type LabelColumn = Exclude<StagedColumn, NumberColumn>

/** The rules for label columns. Apps and currencies are also compared with the catalogue. */
export const ownLabelRules = labelRulesOf(figures) as Readonly<Record<LabelColumn, CellRule>>

type NumberRules = Readonly<Record<NumberColumn, NumberRule>>

/** The rules for number columns in Adtally's own format. */
export const ownNumberRules = numberRulesOf(figures, false) as NumberRules

/** The same for networks, whose money may have more decimal places. */
export const networkNumberRules = numberRulesOf(figures, true) as NumberRules

/** The columns of Adtally's own format. */
export const nativeFormatOf = ({ columns, requiredColumns, moneyNames }: FactKind) => ({
  allowed: columns,
  required: requiredColumns,
  money: moneyNames,
})

export const nativeFormatColumns = nativeFormatOf(figures)
