/** What rules look for. The first four are judged from figures, and can be tested on the past. */
export const figureKinds = ['missing_report', 'revenue_drop', 'ecpm', 'restated'] as const
/** States of connections and reports as they are now. */
export const stateKinds = ['pull_refused', 'pull_held', 'secondary_gap'] as const
export const ruleKinds = [...figureKinds, ...stateKinds] as const

export type FigureKind = (typeof figureKinds)[number]
export type StateKind = (typeof stateKinds)[number]
export type RuleKind = (typeof ruleKinds)[number]

/** What a change is looked for in: everything together, or each network, app or country by itself. */
export const subjectNames = ['total', 'network', 'app_id', 'country'] as const

export type SubjectName = (typeof subjectNames)[number]

export interface RuleSettings {
  /** The change that is told, in percent; 1 to 100. */
  readonly percent: number
  /** The change that is told, in percent of what the account usually earns in a day; 0 to 100. */
  readonly sharePercent: number
  readonly subjects: readonly SubjectName[]
  /** Looks at these alone; null for all. */
  readonly apps: readonly string[] | null
  readonly networks: readonly string[] | null
  readonly countries: readonly string[] | null
}

export interface AlertRule {
  readonly name: string
  readonly kind: RuleKind
  readonly isOn: boolean
  readonly settings: RuleSettings
}

export const maxRules = 50

const everything = { apps: null, networks: null, countries: null } as const

/** What a rule has where nothing is said. */
export const usualSettings: Readonly<Record<RuleKind, RuleSettings>> = {
  missing_report: { percent: 0, sharePercent: 0, subjects: [], ...everything },
  revenue_drop: {
    percent: 30,
    sharePercent: 3,
    subjects: ['total', 'network', 'app_id', 'country'],
    ...everything,
  },
  ecpm: { percent: 40, sharePercent: 3, subjects: ['network'], ...everything },
  restated: { percent: 5, sharePercent: 1, subjects: ['network'], ...everything },
  pull_refused: { percent: 0, sharePercent: 0, subjects: [], ...everything },
  pull_held: { percent: 0, sharePercent: 0, subjects: [], ...everything },
  secondary_gap: { percent: 0, sharePercent: 0, subjects: [], ...everything },
}

/** The rules of every account, until it has rules of these names. */
export const defaultRules: readonly AlertRule[] = ruleKinds.map((kind) => ({
  name: kind.replaceAll('_', '-'),
  kind,
  isOn: true,
  settings: usualSettings[kind],
}))

const hourMs = 3_600_000

/** For how long a cause has to last before it is told: a report that is an hour late usually comes. */
export const lastsMs: Readonly<Record<RuleKind, number>> = {
  missing_report: 3 * hourMs,
  revenue_drop: 0,
  ecpm: 0,
  restated: 0,
  pull_refused: 0,
  pull_held: 0,
  secondary_gap: 0,
}
