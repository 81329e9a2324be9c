import { LRUCache } from 'lru-cache'
import { type OpenCause, step } from '../../alerts/episodes.ts'
import type { FigureRule } from '../../alerts/judge.ts'
import type { AlertRule } from '../../alerts/rule.ts'
import type { Account } from '../../publishers/account.ts'
import { ownerOf } from '../../publishers/user.ts'
import { writeSettings } from '../../records/messages/alert-row.ts'
import type { FoundCauses, LastLook } from '../../records/messages/alerts.ts'
import type { Services } from '../services.ts'
import { alertMessages } from './alert-messages.ts'
import { isFigureRule, scopesOf } from './alert-rules.ts'
import { findStates, isStateKind } from './find-states.ts'
import {
  hourMs,
  lastsFrom,
  type OpenByRule,
  type ReadRule,
  readersFor,
  takeLook,
} from './fold-looks.ts'

/** After a longer pause, earlier looks are left out. */
const maxLooks = 48

/** Figures that are kept of each account until the next look, and for how many accounts. */
const maxCells = 100_000
const maxAccounts = 20

/** Takes the looks that are due: each account is looked at on the hour. */
export class AlertLooks {
  readonly #services: Services
  /** By account, with the rules that they are for. */
  readonly #readers = new LRUCache<number, { readonly key: string; readonly readers: ReadRule[] }>({
    max: maxAccounts,
  })

  constructor(services: Services) {
    this.#services = services
  }

  async look(signal: AbortSignal): Promise<void> {
    for (const account of await this.#services.accounts.list()) {
      signal.throwIfAborted()
      if (account.disabledAt !== null) continue
      await lookAtAccount(
        this.#services,
        account,
        (rules) => this.#readersOf(account, rules),
        signal,
      )
    }
  }

  async #readersOf(account: Account, rules: readonly FigureRule[]): Promise<ReadRule[]> {
    const scopes = await scopesOf(this.#services, account, rules)
    const texts = rules.map((rule) => [rule.name, rule.kind, writeSettings(rule.settings)])
    const key = JSON.stringify([texts, rules.map(scopes)])
    const known = this.#readers.get(account.id)
    if (known?.key === key) return known.readers
    const readers = readersFor(rules, scopes, this.#services, maxCells)
    this.#readers.set(account.id, { key, readers })
    return readers
  }
}

/**
 * Takes the looks of an account since the last one. The first look, and the first one after a restore, tells nothing:
 * what it finds was so before. The end of that is not told either.
 */
async function lookAtAccount(
  services: Services,
  account: Account,
  readersOf: (rules: readonly FigureRule[]) => Promise<ReadRule[]>,
  signal: AbortSignal,
): Promise<void> {
  const { alerts, ledger, now } = services
  const nowMs = now().getTime()
  const dueMs = nowMs - (nowMs % hourMs)
  const stored = await alerts.lastLook(account.id)
  if (stored && stored.lookMs >= dueMs) return
  const generation = await ledger.generation()
  let last = stored?.generation === generation ? stored : null
  const rules = (await alerts.rulesOf(account.id)).filter(({ isOn }) => isOn)
  const ofFigures = rules.filter(isFigureRule)
  const readers = await readersOf(ofFigures)
  let open = await openOf(services, account)
  const firstMs = last ? Math.max(last.lookMs + hourMs, dueMs - maxLooks * hourMs) : dueMs
  for (let atMs = firstMs; atMs <= dueMs; atMs += hourMs) {
    const due = { rules, readers, open, atMs, dueMs, isFirst: last === null }
    const look = await lookOnce(services, account, due, signal)
    const to: LastLook = { generation, firstMs: last?.firstMs ?? atMs, lookMs: atMs }
    const told = await toldIn(services, account, look.found, readers, to)
    if (!(await alerts.saveLooks(account.id, last, to, look.found, told))) return
    last = to
    open = look.open
  }
}

async function openOf({ alerts }: Services, account: Account): Promise<OpenByRule> {
  const stored = await alerts.open(account.id)
  return Map.groupBy(stored, ({ rule }) => rule)
}

interface DueLook {
  readonly rules: readonly AlertRule[]
  readonly readers: readonly ReadRule[]
  readonly open: OpenByRule
  readonly atMs: number
  /** The last one that is due: states of connections are known of now only. */
  readonly dueMs: number
  readonly isFirst: boolean
}

interface Found extends FoundCauses {
  readonly fired: readonly OpenCause[]
}

async function lookOnce(
  services: Services,
  account: Account,
  { rules, readers, open, atMs, dueMs, isFirst }: DueLook,
  signal: AbortSignal,
): Promise<{ readonly open: OpenByRule; readonly found: readonly Found[] }> {
  const look = await takeLook(readers, open, { atMs, isFirst }, signal)
  const found: Found[] = (look?.changes ?? []).map(({ rule, fired, resolved }) => ({
    rule,
    fired,
    resolved,
    open: look!.open.get(rule.name) ?? [],
  }))
  const ofStates = rules.filter(({ kind }) => isStateKind(kind))
  if (atMs === dueMs && ofStates.length > 0) {
    const known = (kind: string) =>
      ofStates
        .filter((rule) => rule.kind === kind)
        .flatMap(({ name }) => open.get(name)?.map(({ cause }) => cause) ?? [])
    const judged = await findStates(services, ownerOf(account), known, signal)
    for (const rule of ofStates) {
      const judgements = isStateKind(rule.kind) ? judged.get(rule.kind)! : []
      const lasts = lastsFrom(rule.kind, isFirst)
      found.push({ rule, ...step(open.get(rule.name) ?? [], judgements, atMs, lasts) })
    }
  }
  const after = new Map([...open, ...found.map((one) => [one.rule.name, one.open] as const)])
  return { open: after, found }
}

async function toldIn(
  services: Services,
  account: Account,
  found: readonly Found[],
  readers: readonly ReadRule[],
  { firstMs, lookMs: atMs }: LastLook,
) {
  const isNews = ({ firedAtMs }: OpenCause) => firedAtMs !== firstMs
  const told = []
  for (const { rule, fired, resolved } of found) {
    const reader = readers.find((one) => one.rule.name === rule.name)?.reader
    const news = fired.filter(isNews)
    const state = news.length > 0 && reader ? await reader.stateAt(atMs) : null
    const scope = reader?.scope ?? null
    told.push(
      ...news.map((cause) => ({ rule, cause, hasEnded: false, atMs, state, scope })),
      ...resolved
        .filter(isNews)
        .map((cause) => ({ rule, cause, hasEnded: true, atMs, state: null, scope })),
    )
  }
  return told.length === 0 ? [] : alertMessages(services, account, told)
}
