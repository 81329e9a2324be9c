import type { Transaction } from 'kysely'
import type { OpenCause } from '../../alerts/episodes.ts'
import type { AlertRule, RuleKind } from '../../alerts/rule.ts'
import { defaultRules, maxRules } from '../../alerts/rule.ts'
import type { Message } from '../../messages/message.ts'
import { refuse } from '../../publishers/refusals.ts'
import type { Accounts } from '../accounts.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import type { Tables } from '../tables/tables.ts'
import { type StoredAlert, toAlert, toRule, writeFacts, writeSettings } from './alert-row.ts'
import { writeMessages } from './write-messages.ts'

/** When the figures of an account were last looked at. */
export interface LastLook {
  readonly generation: number
  /** The first look, which told nothing. */
  readonly firstMs: number
  readonly lookMs: number
}

/** What looks found for one rule. */
export interface FoundCauses {
  readonly rule: Pick<AlertRule, 'name' | 'kind'>
  /** Those that last. */
  readonly open: readonly OpenCause[]
  /** Those that were told, and ended at the time. */
  readonly resolved: readonly OpenCause[]
}

/** The rules of accounts, and what they found. */
export class Alerts {
  readonly #accounts: Accounts
  readonly #database: RelationalDatabase
  readonly #now: () => Date

  constructor(accounts: Accounts, database: RelationalDatabase, now: () => Date) {
    this.#accounts = accounts
    this.#database = database
    this.#now = now
  }

  /** The default rules, as the account changed them, then its own ones by name. */
  async rulesOf(accountId: number): Promise<AlertRule[]> {
    const rows = await this.#database.reads
      .selectFrom('alertRules')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('name')
      .execute()
    const own = new Map(rows.map((row) => [row.name, toRule(row)]))
    const defaults = defaultRules.map((rule) => own.get(rule.name) ?? rule)
    const names = new Set(defaultRules.map(({ name }) => name))
    return [...defaults, ...[...own.values()].filter(({ name }) => !names.has(name))]
  }

  /**
   * Adds a rule, or replaces the one of its name. What it found before ends untold.
   *
   * @param by the name of the actor; null for a command
   * @throws Refusal for an unknown account, or too many rules
   */
  async setRule(username: string, rule: AlertRule, by: string | null): Promise<void> {
    const { id: accountId } = await this.#accounts.get(username)
    await this.#database.withLock(['users'], async (transaction) => {
      await this.#drop(transaction, accountId, rule.name)
      const { count } = await transaction
        .selectFrom('alertRules')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= maxRules) throw refuse('too_many_rules', { username, max: maxRules })
      await transaction
        .insertInto('alertRules')
        .values({
          accountId,
          name: rule.name,
          kind: rule.kind,
          isOn: rule.isOn ? 1 : 0,
          settings: writeSettings(rule.settings),
          changedBy: by,
          changedAtMs: this.#now().getTime(),
        })
        .execute()
    })
  }

  /** Removes a rule; a default one is as it was again. @throws Refusal for an unknown account or rule */
  async removeRule(username: string, name: string): Promise<void> {
    const { id } = await this.#accounts.get(username)
    const isKnown = await this.#database.withLock(['users'], (transaction) =>
      this.#drop(transaction, id, name),
    )
    if (!isKnown) throw refuse('unknown_rule', { username, name })
  }

  async lastLook(accountId: number): Promise<LastLook | null> {
    const row = await this.#database.reads
      .selectFrom('alertLooks')
      .select(['generation', 'firstMs', 'lookMs'])
      .where('accountId', '=', accountId)
      .executeTakeFirst()
    return row ?? null
  }

  /** All that last, told or not, in the order in which they began. */
  async open(accountId: number): Promise<StoredAlert[]> {
    const rows = await this.#database.reads
      .selectFrom('alerts')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('resolvedAtMs', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(toAlert)
  }

  /**
   * Stores what looks found, and writes their messages, in one transaction.
   *
   * @param from the last look before them; null for the first one of the account or of restored stores
   * @returns false when another process stored it
   */
  saveLooks(
    accountId: number,
    from: LastLook | null,
    to: LastLook,
    found: readonly FoundCauses[],
    messages: readonly Message[],
  ): Promise<boolean> {
    return this.#database.withLock(['users'], async (transaction) => {
      if (!(await this.#advance(transaction, accountId, from, to))) return false
      for (const { rule, open, resolved } of found) {
        await this.#store(transaction, accountId, rule, open, resolved, to.lookMs)
      }
      await writeMessages(transaction, messages)
      return true
    })
  }

  /** Those that were told, the newest first. @param apps those about one of them; all for null @throws Refusal for an unknown account */
  async list(
    username: string,
    apps: readonly number[] | null,
    limit: number,
  ): Promise<StoredAlert[]> {
    const { id } = await this.#accounts.get(username)
    const rows = await this.#database.reads
      .selectFrom('alerts')
      .selectAll()
      .where('accountId', '=', id)
      .where('firedAtMs', 'is not', null)
      .$if(apps !== null, (query) => query.where('appKey', 'in', apps!))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toAlert)
  }

  /** Notes that a person knows of an alert. @throws Refusal for an unknown account or alert */
  async acknowledge(username: string, alertId: number, by: string | null): Promise<StoredAlert> {
    const { id } = await this.#accounts.get(username)
    const row = await this.#database.writes
      .updateTable('alerts')
      .set({ acknowledgedBy: by, acknowledgedAtMs: this.#now().getTime() })
      .where('accountId', '=', id)
      .where('id', '=', alertId)
      .where('firedAtMs', 'is not', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw refuse('unknown_alert', { username, id: alertId })
    return toAlert(row)
  }

  /** How many were told and last, in all accounts. */
  async countOpen(): Promise<number> {
    const { count } = await this.#database.reads
      .selectFrom('alerts')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('resolvedAtMs', 'is', null)
      .where('firedAtMs', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async #drop(transaction: Transaction<Tables>, accountId: number, name: string): Promise<boolean> {
    await transaction
      .updateTable('alerts')
      .set({ resolvedAtMs: this.#now().getTime() })
      .where('accountId', '=', accountId)
      .where('rule', '=', name)
      .where('resolvedAtMs', 'is', null)
      .execute()
    const { numDeletedRows } = await transaction
      .deleteFrom('alertRules')
      .where('accountId', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }

  async #advance(
    transaction: Transaction<Tables>,
    accountId: number,
    from: LastLook | null,
    to: LastLook,
  ): Promise<boolean> {
    if (from?.generation === to.generation) {
      const { numUpdatedRows } = await transaction
        .updateTable('alertLooks')
        .set({ lookMs: to.lookMs })
        .where('accountId', '=', accountId)
        .where('generation', '=', from.generation)
        .where('lookMs', '=', from.lookMs)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    }
    await transaction.deleteFrom('alertLooks').where('accountId', '=', accountId).execute()
    await transaction
      .insertInto('alertLooks')
      .values({ accountId, ...to })
      .execute()
    return true
  }

  async #store(
    transaction: Transaction<Tables>,
    accountId: number,
    rule: { readonly name: string; readonly kind: RuleKind },
    open: readonly OpenCause[],
    resolved: readonly OpenCause[],
    atMs: number,
  ): Promise<void> {
    const stored = await transaction
      .selectFrom('alerts')
      .select(['id', 'cause'])
      .where('accountId', '=', accountId)
      .where('rule', '=', rule.name)
      .where('resolvedAtMs', 'is', null)
      .execute()
    const ids = new Map(stored.map(({ id, cause }) => [cause, id]))
    for (const { cause, finding, sinceMs, firedAtMs } of open) {
      const facts = writeFacts(rule.kind, finding)
      const id = ids.get(cause)
      ids.delete(cause)
      const { of, key } = finding.subject
      const row = { facts, sinceMs, firedAtMs, appKey: of === 'app_id' ? (key as number) : null }
      if (id !== undefined) {
        await transaction.updateTable('alerts').set(row).where('id', '=', id).execute()
      } else {
        await transaction
          .insertInto('alerts')
          .values({
            ...row,
            accountId,
            rule: rule.name,
            cause,
            resolvedAtMs: null,
            acknowledgedBy: null,
            acknowledgedAtMs: null,
          })
          .execute()
      }
    }
    const told = new Set(resolved.map(({ cause }) => cause))
    for (const [cause, id] of ids) {
      // A cause that ended before it was told leaves no trace.
      if (told.has(cause)) {
        await transaction
          .updateTable('alerts')
          .set({ resolvedAtMs: atMs })
          .where('id', '=', id)
          .execute()
      } else await transaction.deleteFrom('alerts').where('id', '=', id).execute()
    }
  }
}
