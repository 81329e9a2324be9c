import { Type } from 'typebox'
import {
  type AlertRule,
  type RuleKind,
  ruleKinds,
  subjectNames,
  usualSettings,
} from '../../alerts/rule.ts'
import { refuse } from '../../publishers/refusals.ts'
import { parseAmountMicros } from '../../settlement/line-bounds.ts'
import { formatMicros } from '../../values/decimal.ts'
import { appId, country, givenName, identifier, listOf, oneOf } from '../fields.ts'
import { amountAboveZero } from '../money/money-fields.ts'
import type { RequestOf } from '../use-case.ts'

const percent = (meaning: string, minimum: number) =>
  Type.Number({ minimum, maximum: 100, description: `${meaning}, ${minimum} to 100` })

export const ruleName = givenName

/** A rule. What is absent is as usual for its kind. */
export const ruleFields = {
  kind: oneOf(ruleKinds),
  /** The change that is told. */
  percent: Type.Optional(percent('the change that is told, in percent', 1)),
  /** The change that is told, of what the account usually earns in a day. */
  sharePercent: Type.Optional(percent('the least change, in percent of a usual day', 0)),
  subjects: Type.Optional(listOf(oneOf(subjectNames), subjectNames.length)),
  /** The revenue that a month should reach, in the account's currency; required for targets. */
  goal: Type.Optional(amountAboveZero),
  apps: Type.Optional(listOf(appId, 100)),
  networks: Type.Optional(listOf(identifier, 50)),
  countries: Type.Optional(listOf(country, 250)),
}

/** The settings that the kinds of rules have. */
const settingsOf: Readonly<Record<RuleKind, readonly (keyof typeof ruleFields)[]>> = {
  missing_report: ['networks'],
  revenue_drop: ['percent', 'sharePercent', 'subjects', 'apps', 'networks', 'countries'],
  ecpm: ['percent', 'sharePercent', 'subjects', 'apps', 'networks', 'countries'],
  restated: ['percent', 'sharePercent', 'apps', 'networks', 'countries'],
  target: ['goal', 'apps', 'networks', 'countries'],
  pull_refused: [],
  pull_held: [],
  secondary_gap: [],
}

/** @throws Refusal `rule_refused` for settings that the kind does not have, and for a target without a goal */
export function toRule(
  name: string,
  isOn: boolean,
  { kind, ...fields }: RequestOf<typeof ruleFields>,
): AlertRule {
  const field = Object.keys(fields).find(
    (one) => !settingsOf[kind].includes(one as keyof typeof ruleFields),
  )
  if (field !== undefined) {
    throw refuse('rule_refused', { field, why: `is not of rules of the kind ${kind}` })
  }
  const { goal, ...given } = fields
  if (kind === 'target' && goal === undefined) {
    throw refuse('rule_refused', { field: 'goal', why: 'is required for rules of the kind target' })
  }
  const goalMicros = goal === undefined ? null : parseAmountMicros(goal)
  return { name, kind, isOn, settings: { ...usualSettings[kind], ...given, goalMicros } }
}

/** A rule as it is shown. */
export const toRuleView = ({ name, kind, isOn, settings }: AlertRule) => ({
  name,
  kind,
  is_on: isOn,
  percent: settings.percent,
  share_percent: settings.sharePercent,
  subjects: settings.subjects,
  goal: settings.goalMicros === null ? null : formatMicros(settings.goalMicros),
  apps: settings.apps,
  networks: settings.networks,
  countries: settings.countries,
})
