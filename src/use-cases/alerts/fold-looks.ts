import { type OpenCause, step } from '../../alerts/episodes.ts'
import { type FigureRule, judge, type LookedRule } from '../../alerts/judge.ts'
import { lastsMs, type RuleKind } from '../../alerts/rule.ts'
import { LookReader, type RuleScope } from './look-reader.ts'

/** A rule, with the reader that reads what it needs. */
export interface ReadRule {
  readonly rule: FigureRule
  readonly reader: LookReader
}

/** What changed at a look, for one rule. */
export interface LookChange {
  readonly rule: FigureRule
  readonly atMs: number
  readonly fired: readonly OpenCause[]
  readonly resolved: readonly OpenCause[]
}

/** The causes that last, by the names of rules. */
export type OpenByRule = ReadonlyMap<string, readonly OpenCause[]>

export const hourMs = 3_600_000

/** Readers for rules; those of the same figures share one. A rule without figures has none. @param maxCells how many figures each keeps */
export function readersFor(
  rules: readonly FigureRule[],
  scopeOf: (rule: FigureRule) => RuleScope | null,
  sources: ConstructorParameters<typeof LookReader>[0],
  maxCells: number,
): ReadRule[] {
  const scoped = rules.flatMap((rule) => {
    const scope = scopeOf(rule)
    return scope ? [{ rule, scope }] : []
  })
  const byScope = Map.groupBy(scoped, ({ scope: { principal: _, ...rest } }) =>
    JSON.stringify(rest),
  )
  return [...byScope.values()].flatMap((all) => {
    const same = all.map(({ rule }) => rule)
    const subjects = new Set(same.flatMap(({ settings }) => settings.subjects))
    const splits = [
      ...(subjects.has('app_id') ? (['app'] as const) : []),
      ...(subjects.has('country') ? (['country'] as const) : []),
    ]
    const hasForecasts = same.some(({ kind }) => kind === 'target')
    const needs = { ...all[0]!.scope, splits, hasForecasts }
    const reader = new LookReader(sources, needs, maxCells)
    return same.map((rule) => ({ rule, reader }))
  })
}

/** What a first look finds was so before, so that it does not become news some hours later. */
export const lastsFrom = (kind: RuleKind, isFirst: boolean): number => (isFirst ? 0 : lastsMs[kind])

interface LookTime {
  readonly atMs: number
  readonly isFirst: boolean
}

/**
 * Takes one look: each rule is judged on the figures as they were at the look's time, so that it does not matter when it
 * is taken.
 *
 * @param before the causes that lasted after the look before
 * @returns the causes that last, and what changed; null where the figures of then are not stored any more
 */
export async function takeLook(
  rules: readonly ReadRule[],
  before: OpenByRule,
  { atMs, isFirst }: LookTime,
  signal: AbortSignal,
): Promise<{ readonly open: OpenByRule; readonly changes: readonly LookChange[] } | null> {
  const looked: LookedRule[] = []
  for (const { rule, reader } of rules) {
    const seen = await reader.at(atMs, signal)
    if (seen === null) return null
    looked.push({ rule, looked: seen })
  }
  const judged = judge(looked)
  const open = new Map<string, readonly OpenCause[]>()
  const changes = rules.map(({ rule }): LookChange => {
    const after = step(
      before.get(rule.name) ?? [],
      judged.get(rule.name) ?? [],
      atMs,
      lastsFrom(rule.kind, isFirst),
    )
    open.set(rule.name, after.open)
    return { rule, atMs, fired: after.fired, resolved: after.resolved }
  })
  return { open, changes }
}
