import type { Transaction } from 'kysely'
import type { IssuedStatement, PartnerAdjustment } from '../../partners/owed.ts'
import type {
  Partner,
  PartnerApp,
  PartnerMonthState,
  PartnerSettings,
} from '../../partners/partner.ts'
import type { ShareRule } from '../../partners/share-rule.ts'
import type { Account } from '../../publishers/account.ts'
import type { Day } from '../../values/day.ts'
import type { Tables } from '../tables/tables.ts'
import { writeTerms } from './partner-rows.ts'

/** The moment and the name of the actor of a change; null for a command. */
export interface Change {
  readonly atMs: number
  readonly by: string | null
}

/** Writes the next version of a share book. */
export class ShareWriter {
  readonly #transaction: Transaction<Tables>
  readonly #networkId: number
  /** The version that it writes. */
  readonly version: number

  constructor(transaction: Transaction<Tables>, networkId: number, version: number) {
    this.#transaction = transaction
    this.#networkId = networkId
    this.version = version
  }

  /** Whether an account has partners or is one, or the network itself is one: these are not nested. */
  async isNested({ id: accountId }: Account): Promise<boolean> {
    const found = await this.#transaction
      .selectFrom('partners')
      .select('id')
      .where((e) =>
        e.or([
          e('networkId', '=', accountId),
          e('accountId', '=', accountId),
          e('accountId', '=', this.#networkId),
        ]),
      )
      .executeTakeFirst()
    return found !== undefined
  }

  async addPartner(
    { id: accountId, username }: Account,
    settings: PartnerSettings,
    { atMs, by }: Change,
  ): Promise<number> {
    const { id } = await this.#transaction
      .insertInto('partners')
      .values({
        networkId: this.#networkId,
        accountId,
        username,
        ...toColumns(settings),
        createdAtMs: atMs,
        createdBy: by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async setPartner(id: number, settings: PartnerSettings): Promise<void> {
    await this.#transaction
      .updateTable('partners')
      .set(toColumns(settings))
      .where('id', '=', id)
      .execute()
  }

  /** Removes a partner that has no statement, with all that belongs to it. */
  async removePartner({ id }: Pick<Partner, 'id'>): Promise<void> {
    for (const table of tablesOfPartners) {
      await this.#transaction.deleteFrom(table).where('partnerId', '=', id).execute()
    }
    await this.#transaction.deleteFrom('partners').where('id', '=', id).execute()
  }

  async addApp({
    partnerId,
    app,
    ownApp,
    firstDay,
    lastDay,
  }: Omit<PartnerApp, 'id'>): Promise<void> {
    await this.#transaction
      .insertInto('partnerApps')
      .values({ partnerId, appKey: app, ownAppKey: ownApp, firstDay, lastDay })
      .execute()
  }

  async setAppDays(id: number, { firstDay, lastDay }: Pick<PartnerApp, 'firstDay' | 'lastDay'>) {
    await this.#transaction
      .updateTable('partnerApps')
      .set({ firstDay, lastDay })
      .where('id', '=', id)
      .execute()
  }

  async removeApp(id: number): Promise<void> {
    await this.#transaction.deleteFrom('partnerApps').where('id', '=', id).execute()
  }

  async addRule(rule: Omit<ShareRule, 'addedIn' | 'endedIn'>, { atMs, by }: Change): Promise<void> {
    const { partnerId, number, terms, app, network, country, format, firstDay, lastDay, reason } =
      rule
    await this.#transaction
      .insertInto('shareRules')
      .values({
        partnerId,
        number,
        terms: writeTerms(terms),
        appKey: app,
        network,
        country,
        format,
        firstDay,
        lastDay,
        addedIn: this.version,
        endedIn: null,
        reason,
        addedAtMs: atMs,
        addedBy: by,
        endedAtMs: null,
        endedBy: null,
      })
      .execute()
  }

  /** Ends a rule from this version on. Approved months keep it. */
  async endRule({ partnerId, number }: ShareRule, { atMs, by }: Change): Promise<void> {
    await this.#transaction
      .updateTable('shareRules')
      .set({ endedIn: this.version, endedAtMs: atMs, endedBy: by })
      .where('partnerId', '=', partnerId)
      .where('number', '=', number)
      .where('endedIn', 'is', null)
      .execute()
  }

  async setMonth(partnerId: number, month: Day, state: PartnerMonthState): Promise<void> {
    await this.#transaction
      .insertInto('partnerMonths')
      .values({ partnerId, month, state })
      .onConflict((conflict) => conflict.columns(['partnerId', 'month']).doUpdateSet({ state }))
      .execute()
  }

  /** @returns its id */
  async addAdjustment(
    { partnerId, month, kind, amountMicros, reason }: Omit<PartnerAdjustment, 'id'>,
    { atMs, by }: Change,
  ): Promise<number> {
    const { id } = await this.#transaction
      .insertInto('partnerAdjustments')
      .values({
        partnerId,
        month,
        kind,
        amountMicros: Number(amountMicros),
        reason,
        addedAtMs: atMs,
        addedBy: by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async removeAdjustment(id: number): Promise<void> {
    await this.#transaction.deleteFrom('partnerAdjustments').where('id', '=', id).execute()
  }

  /** Stores a statement for ever. */
  async addStatement(statement: IssuedStatement, { by }: Pick<Change, 'by'>): Promise<void> {
    await this.#transaction
      .insertInto('partnerStatements')
      .values({
        partnerId: statement.partnerId,
        month: statement.month,
        number: statement.number,
        rulesVersion: statement.rulesVersion,
        entry: statement.entry,
        netMicros: String(statement.netMicros),
        corrections: JSON.stringify(
          Object.fromEntries(
            [...statement.corrections].map(([month, micros]) => [month, `${micros}`]),
          ),
        ),
        totalMicros: String(statement.totalMicros),
        dueDay: statement.dueDay,
        issuedAtMs: statement.issuedAtMs,
        issuedBy: by,
        json: statement.documents.json,
        csv: statement.documents.csv,
        html: statement.documents.html,
      })
      .execute()
  }
}

/** The tables whose rows belong to a partner. */
export const tablesOfPartners = [
  'partnerApps',
  'shareRules',
  'partnerMonths',
  'partnerAdjustments',
  'partnerStatements',
  'partnerPayouts',
] as const

const toColumns = (settings: PartnerSettings) => ({
  name: settings.name,
  showsGross: settings.showsGross ? 1 : 0,
  newMonths: settings.newMonths,
  netDays: settings.netDays,
  minimumPayoutMicros: Number(settings.minimumPayoutMicros),
  taxNote: settings.taxNote,
})
