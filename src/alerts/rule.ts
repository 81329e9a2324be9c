/** What rules look for. The first five are judged from figures, and can be tested on the past. */
export const figureKinds = ['missing_report', 'revenue_drop', 'ecpm', 'restated', 'target'] as const
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
  /** The revenue of a month that a target asks for, in the account's currency; null for other kinds. */
  readonly goalMicros: bigint | null
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
const noChange = { percent: 0, sharePercent: 0, subjects: [], goalMicros: null, ...everything }

/** What a rule has where nothing is said. A target has no usual goal. */
export const usualSettings: Readonly<Record<RuleKind, RuleSettings>> = {
  missing_report: noChange,
  revenue_drop: {
    percent: 30,
    sharePercent: 3,
    subjects: ['total', 'network', 'app_id', 'country'],
    goalMicros: null,
    ...everything,
  },
  ecpm: { percent: 40, sharePercent: 3, subjects: ['network'], goalMicros: null, ...everything },
  restated: { percent: 5, sharePercent: 1, subjects: ['network'], goalMicros: null, ...everything },
  target: { ...noChange, subjects: ['total'] },
  pull_refused: noChange,
  pull_held: noChange,
  secondary_gap: noChange,
}

/** The rules of every account, until it has rules of these names: one of each kind but targets. */
export const defaultRules: readonly AlertRule[] = ruleKinds
  .filter((kind) => kind !== 'target')
  .map((kind) => ({
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
  target: 0,
  pull_refused: 0,
  pull_held: 0,
  secondary_gap: 0,
}
