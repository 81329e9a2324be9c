import { causeOf, type Judgement } from './finding.ts'
import { judgeEcpm, judgeRevenue } from './judge-change.ts'
import { judgeMissing } from './judge-missing.ts'
import { judgeRestated } from './judge-restated.ts'
import { judgeTarget } from './judge-target.ts'
import type { Looked } from './looked.ts'
import type { AlertRule, FigureKind } from './rule.ts'

/** A rule that is judged from figures. */
export interface FigureRule extends AlertRule {
  readonly kind: FigureKind
}

/** A rule with what a look sees of the figures that it is about. */
export interface LookedRule {
  readonly rule: FigureRule
  readonly looked: Looked
}

/** What rules find, by their names. A drop whose price is told by another rule is not told once more. */
export function judge(rules: readonly LookedRule[]): ReadonlyMap<string, readonly Judgement[]> {
  const found = new Map<string, readonly Judgement[]>()
  const told = new Set<string>()
  for (const { rule, looked } of rules.filter(isOfPrices)) {
    const ecpm = judgeEcpm(looked, rule.settings)
    found.set(rule.name, ecpm.judgements)
    for (const one of ecpm.told) told.add(one)
  }
  for (const { rule, looked } of rules) {
    if (rule.kind === 'missing_report') found.set(rule.name, judgeMissing(looked))
    if (rule.kind === 'restated') found.set(rule.name, judgeRestated(looked, rule.settings))
    if (rule.kind === 'target') found.set(rule.name, judgeTarget(looked, rule.settings))
    if (rule.kind !== 'revenue_drop') continue
    const drops = judgeRevenue(looked, rule.settings, ({ subject, day }) =>
      told.has(`${causeOf(subject)} ${day}`),
    )
    found.set(rule.name, drops)
  }
  return found
}

const isOfPrices = ({ rule }: LookedRule): boolean => rule.kind === 'ecpm'
