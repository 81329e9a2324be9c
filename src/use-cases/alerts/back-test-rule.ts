import { Type } from 'typebox'
import type { OpenCause } from '../../alerts/episodes.ts'
import type { FigureRule } from '../../alerts/judge.ts'
import { refuse } from '../../publishers/refusals.ts'
import { dayMs } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { username } from '../fields.ts'
import type { Services } from '../services.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { isFigureRule, refuseUnknownApps, scopesOf } from './alert-rules.ts'
import { toAlertViews } from './alert-view.ts'
import { hourMs, type OpenByRule, readersFor, takeLook } from './fold-looks.ts'
import { ruleFields, toRule } from './rule-fields.ts'

const usualDays = 30
const maxListed = 200
/** Of the states that later looks compare with; a few hundred megabytes. */
const maxCells = 2_000_000

/**
 * Tells what a rule would have told, on the figures as they were: the same looks that a server takes, one an hour. The
 * first of them tells nothing, as it does on a server.
 */
export const backTestRule = useCase({
  name: 'back-test-rule',
  request: {
    username,
    ...ruleFields,
    /** How far back it begins. */
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 92, description: 'a number of days from 1 to 92' }),
    ),
  },
  audit: readsOnly,
  run: async (services, { username, days = usualDays, ...given }, { signal }) => {
    const account = await services.accounts.get(username)
    const rule = toRule('back-test', true, given)
    if (!isFigureRule(rule)) {
      const why = `cannot be ${rule.kind} here: these rules are about connections as they are now`
      throw refuse('rule_refused', { field: 'kind', why })
    }
    await refuseUnknownApps(services, account, rule)
    const nowMs = services.now().getTime()
    const lastMs = nowMs - (nowMs % hourMs)
    const tested = await foldLooks(services, account, rule, lastMs - days * dayMs, lastMs, signal)
    const stored = tested.found.map(({ cause, resolvedAtMs }, id) => ({
      ...cause,
      id: id + 1,
      rule: rule.name,
      kind: rule.kind,
      resolvedAtMs,
      acknowledgedBy: null,
      acknowledgedAtMs: null,
    }))
    return {
      account: username,
      kind: rule.kind,
      /** The first look; later than was asked where earlier figures are not stored. */
      from: tested.firstMs === null ? null : formatInstant(tested.firstMs),
      to: formatInstant(lastMs),
      count: stored.length,
      alerts: await toAlertViews(stored.slice(-maxListed).reverse(), account, services),
    }
  },
})

interface TestedCause {
  readonly cause: OpenCause
  readonly resolvedAtMs: number | null
}

async function foldLooks(
  services: Services,
  account: Parameters<typeof scopesOf>[1],
  rule: FigureRule,
  firstMs: number,
  lastMs: number,
  signal: AbortSignal,
): Promise<{ readonly found: readonly TestedCause[]; readonly firstMs: number | null }> {
  const rules = [rule, ...(await rulesBeside(services, account, rule))]
  const readers = readersFor(rules, await scopesOf(services, account, rules), services, maxCells)
  let open: OpenByRule = new Map()
  const found = new Map<string, TestedCause>()
  let begunMs: number | null = null
  for (let atMs = firstMs; atMs <= lastMs; atMs += hourMs) {
    signal.throwIfAborted()
    const look = await takeLook(readers, open, { atMs, isFirst: begunMs === null }, signal)
    if (look === null) continue
    open = look.open
    if (begunMs === null) {
      begunMs = atMs
      continue
    }
    for (const { fired, resolved } of look.changes.filter((one) => one.rule === rule)) {
      for (const cause of fired) found.set(nameOf(cause), { cause, resolvedAtMs: null })
      for (const cause of resolved) {
        if (found.has(nameOf(cause))) found.set(nameOf(cause), { cause, resolvedAtMs: atMs })
      }
    }
  }
  for (const cause of open.get(rule.name) ?? []) {
    if (found.has(nameOf(cause))) found.set(nameOf(cause), { cause, resolvedAtMs: null })
  }
  return { found: [...found.values()], firstMs: begunMs }
}

/** A drop whose price another rule tells is not told by the tested one, as on a server. */
async function rulesBeside(
  { alerts }: Services,
  account: Parameters<typeof scopesOf>[1],
  { kind }: FigureRule,
): Promise<FigureRule[]> {
  if (kind !== 'revenue_drop') return []
  const rules = await alerts.rulesOf(account.id)
  return rules.filter(isFigureRule).filter((rule) => rule.isOn && rule.kind === 'ecpm')
}

const nameOf = ({ cause, sinceMs }: OpenCause): string => `${cause} ${sinceMs}`
