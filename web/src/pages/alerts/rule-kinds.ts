import {
  defaultRules,
  type RuleKind,
  type SubjectName,
  usualSettings,
} from '../../../../src/alerts/rule.ts'
import type { AlertRuleAnswer } from '../../api/wire.ts'
import { listed } from '../../figures/listed.ts'
import { countryName, networkName } from '../../figures/names.ts'

export type Field =
  | ('percent' | 'share_percent' | 'goal' | 'subjects')
  | ('apps' | 'networks' | 'countries')

/** The settings of a rule, as the server takes them. */
export interface RuleSettings {
  readonly percent?: number
  readonly share_percent?: number
  readonly goal?: string
  readonly subjects?: readonly SubjectName[]
  readonly apps?: readonly string[]
  readonly networks?: readonly string[]
  readonly countries?: readonly string[]
}

interface KindOfRule {
  readonly title: string
  readonly text: string
  /** The settings that its rules have. The server refuses others. */
  readonly fields: readonly Field[]
}

const filters = ['apps', 'networks', 'countries'] as const

export const ruleKinds: Readonly<Record<RuleKind, KindOfRule>> = {
  missing_report: {
    title: 'Report is missing',
    text: 'A network has not reported a day at the hour when it usually has.',
    fields: ['networks'],
  },
  revenue_drop: {
    title: 'Revenue drops',
    text: 'Revenue of a day is lower than on the same weekdays, when these were as old.',
    fields: ['percent', 'share_percent', 'subjects', ...filters],
  },
  ecpm: {
    title: 'eCPM is unusual',
    text: 'eCPM of a day is lower or higher than on the same weekdays, when these were as old.',
    fields: ['percent', 'share_percent', 'subjects', ...filters],
  },
  restated: {
    title: 'Figures are restated',
    text: 'A network changes the revenue of days that it has reported.',
    fields: ['percent', 'share_percent', ...filters],
  },
  target: {
    title: 'Month misses a goal',
    text: 'The forecast of the month is below a goal, even with the upper end of its range.',
    fields: ['goal', ...filters],
  },
  pull_refused: {
    title: 'Connection is refused',
    text: 'A network refuses the credentials of a connection.',
    fields: [],
  },
  pull_held: {
    title: 'Figures are held back',
    text: 'Fetched figures differ so much from the earlier ones that a person has to confirm them.',
    fields: [],
  },
  secondary_gap: {
    title: 'Two reports differ',
    text: 'A secondary report has other figures than the network.',
    fields: [],
  },
}

const defaultNames = new Set(defaultRules.map(({ name }) => name))

/** Whether every account has the rule: it can be reset, but not removed. */
export const isDefault = ({ name }: AlertRuleAnswer): boolean => defaultNames.has(name)

export const subjectTitles: Readonly<Record<SubjectName, string>> = {
  total: 'Everything together',
  network: 'Each network',
  app_id: 'Each app',
  country: 'Each country',
}

/** The settings of a rule as they are sent: those of its kind, without filters that limit nothing. */
export function settingsOf(
  kind: RuleKind,
  settings: Readonly<Partial<Record<Field, unknown>>>,
): RuleSettings {
  const given = ruleKinds[kind].fields.flatMap((field) => {
    const value = settings[field] ?? ''
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    return isEmpty ? [] : [[field, value]]
  })
  return Object.fromEntries(given)
}

/** Where a new rule of a kind starts. */
export function usualOf(kind: RuleKind): RuleSettings {
  const { percent, sharePercent, subjects } = usualSettings[kind]
  return settingsOf(kind, { percent, share_percent: sharePercent, subjects })
}

/** Whether a rule is on and has the settings of its kind. */
export const isAsUsual = (rule: AlertRuleAnswer): boolean =>
  rule.is_on && JSON.stringify(settingsOf(rule.kind, rule)) === JSON.stringify(usualOf(rule.kind))

const maxListed = 3

/** From what on a rule tells, in words: `30 %, and 3 % of a usual day`. */
export function thresholdText(
  { kind, percent, share_percent: share, goal }: AlertRuleAnswer,
  currency: string,
): string {
  if (goal !== null) return `${goal} ${currency} in a month`
  if (!ruleKinds[kind].fields.includes('percent')) return '–'
  return share > 0 ? `${percent} %, and ${share} % of a usual day` : `${percent} %`
}

/** What a rule looks at, in words. */
export function scopeText(rule: AlertRuleAnswer): string {
  const { fields } = ruleKinds[rule.kind]
  const subjects = fields.includes('subjects')
    ? rule.subjects.map((one) => subjectTitles[one]).join(', ')
    : ''
  const only = [
    ...(rule.apps ?? []),
    ...(rule.networks ?? []).map(networkName),
    ...(rule.countries ?? []).map(countryName),
  ]
  const limit = only.length > 0 ? `only ${listed(only, maxListed)}` : ''
  return [subjects, limit].filter((part) => part !== '').join('; ') || 'Everything'
}
