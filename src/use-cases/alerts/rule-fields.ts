import { Type } from 'typebox'
import {
  type AlertRule,
  type RuleKind,
  type RuleSettings,
  ruleKinds,
  subjectNames,
  usualSettings,
} from '../../alerts/rule.ts'
import { refuse } from '../../publishers/refusals.ts'
import { appId, country, givenName, identifier, listOf, oneOf } from '../fields.ts'
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
  apps: Type.Optional(listOf(appId, 100)),
  networks: Type.Optional(listOf(identifier, 50)),
  countries: Type.Optional(listOf(country, 250)),
}

/** The settings that the kinds of rules have. */
const settingsOf: Readonly<Record<RuleKind, readonly (keyof RuleSettings)[]>> = {
  missing_report: ['networks'],
  revenue_drop: ['percent', 'sharePercent', 'subjects', 'apps', 'networks', 'countries'],
  ecpm: ['percent', 'sharePercent', 'subjects', 'apps', 'networks', 'countries'],
  restated: ['percent', 'sharePercent', 'apps', 'networks', 'countries'],
  pull_refused: [],
  pull_held: [],
  secondary_gap: [],
}

/** @throws Refusal `rule_refused` for settings that the kind does not have */
export function toRule(
  name: string,
  isOn: boolean,
  { kind, ...given }: RequestOf<typeof ruleFields>,
): AlertRule {
  const field = Object.keys(given).find(
    (one) => !settingsOf[kind].includes(one as keyof RuleSettings),
  )
  if (field !== undefined) {
    throw refuse('rule_refused', { field, why: `is not of rules of the kind ${kind}` })
  }
  return { name, kind, isOn, settings: { ...usualSettings[kind], ...given } }
}

/** A rule as it is shown. */
export const toRuleView = ({ name, kind, isOn, settings }: AlertRule) => ({
  name,
  kind,
  is_on: isOn,
  percent: settings.percent,
  share_percent: settings.sharePercent,
  subjects: settings.subjects,
  apps: settings.apps,
  networks: settings.networks,
  countries: settings.countries,
})
