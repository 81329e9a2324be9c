import type { Kysely } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** Encrypts values with another secret. Null for one that cannot be decrypted. */
export interface Reseal {
  /** An API key, or the secret of a second factor. */
  readonly ofPublisher: (sealed: Uint8Array) => Uint8Array | null
  readonly ofConnection: (
    sealed: Uint8Array,
    connection: number,
    field: string,
  ) => Uint8Array | null
}

/** The owner of an encrypted value. */
export type SealedValue =
  | { readonly kind: 'api key'; readonly account: string; readonly name: string }
  | { readonly kind: 'second factor'; readonly user: string }
  | {
      readonly kind: 'credential'
      readonly account: string
      readonly connection: string
      readonly field: string
    }

/** How many values were encrypted again. */
export interface ResealedValues {
  readonly apiKeys: number
  readonly secondFactors: number
  readonly credentials: number
  /** Those that could not be decrypted. They were not changed. */
  readonly unopened: readonly SealedValue[]
}

/** All that is encrypted in the relational store. */
export class RelationalSealedValues {
  readonly #transaction: Kysely<Tables>

  constructor(transaction: Kysely<Tables>) {
    this.#transaction = transaction
  }

  /** Encrypts every value again. What depends on the secret and only saves time is removed. */
  async reseal({ ofPublisher, ofConnection }: Reseal): Promise<ResealedValues> {
    const unopened: SealedValue[] = []
    /** @returns how many were encrypted again */
    const putEach = async <Row>(
      rows: readonly Row[],
      reseal: (row: Row) => Uint8Array | null,
      put: (row: Row, sealed: Uint8Array) => Promise<unknown>,
      nameOf: (row: Row) => SealedValue,
    ): Promise<number> => {
      const before = unopened.length
      for (const row of rows) {
        const sealed = reseal(row)
        if (sealed) await put(row, sealed)
        else unopened.push(nameOf(row))
      }
      return rows.length - (unopened.length - before)
    }
    const apiKeys = await putEach(
      await this.#keys(),
      ({ sealed }) => ofPublisher(sealed),
      ({ id }, sealed) => this.#putKey(id, sealed),
      ({ account, name }) => ({ kind: 'api key', account, name }),
    )
    const secondFactors = await putEach(
      await this.#secondFactors(),
      ({ sealed }) => ofPublisher(sealed),
      ({ id }, sealed) => this.#putSecondFactor(id, sealed),
      ({ user }) => ({ kind: 'second factor', user }),
    )
    const credentials = await putEach(
      await this.#credentials(),
      ({ sealed, id, field }) => ofConnection(sealed, id, field),
      ({ id, field }, sealed) => this.#putCredential(id, field, sealed),
      ({ account, connection, field }) => ({ kind: 'credential', account, connection, field }),
    )
    await this.#removeSavings()
    return { apiKeys, secondFactors, credentials, unopened }
  }

  #keys() {
    return this.#transaction
      .selectFrom('apiKeys')
      .innerJoin('accounts', 'accounts.id', 'accountId')
      .select(['apiKeys.id', 'keySealed as sealed', 'username as account', 'name'])
      .orderBy('apiKeys.id')
      .execute()
  }

  #putKey(id: number, sealed: Uint8Array) {
    const update = this.#transaction.updateTable('apiKeys').set({ keySealed: sealed })
    return update.where('id', '=', id).execute()
  }

  #secondFactors() {
    return this.#transaction
      .selectFrom('secondFactors')
      .innerJoin('dashboardUsers', 'dashboardUsers.id', 'userId')
      .select(['userId as id', 'sealed', 'login as user'])
      .orderBy('userId')
      .execute()
  }

  #putSecondFactor(id: number, sealed: Uint8Array) {
    const update = this.#transaction.updateTable('secondFactors').set({ sealed })
    return update.where('userId', '=', id).execute()
  }

  #credentials() {
    return this.#transaction
      .selectFrom('connectionSecrets')
      .innerJoin('connections', 'connections.id', 'connectionId')
      .innerJoin('accounts', 'accounts.id', 'accountId')
      .select(['connectionId as id', 'field', 'sealed'])
      .select(['username as account', 'name as connection'])
      .orderBy('connectionId')
      .orderBy('field')
      .execute()
  }

  #putCredential(id: number, field: string, sealed: Uint8Array) {
    const update = this.#transaction.updateTable('connectionSecrets').set({ sealed })
    return update.where('connectionId', '=', id).where('field', '=', field).execute()
  }

  /** Logins at networks, and when their accounts may be asked next. */
  async #removeSavings(): Promise<void> {
    const noLogin = { login: null, loginUntilMs: null }
    await this.#transaction.updateTable('connections').set(noLogin).execute()
    await this.#transaction.deleteFrom('networkPlaces').execute()
  }
}
