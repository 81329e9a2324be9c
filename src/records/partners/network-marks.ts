import { signingKeyPlace, type Vault } from '../../sealing/vault.ts'
import type { RelationalDatabase } from '../relational-database.ts'

/** How a network looks to its partners. */
export interface NetworkMark {
  /** Its name; null for the username of its account. */
  readonly name: string | null
  /** A colour as `#rrggbb`; null for the usual one. */
  readonly accent: string | null
  /** A picture as a data URL; null for none. */
  readonly logo: string | null
  readonly showsPoweredBy: boolean
}

const noMark: NetworkMark = { name: null, accent: null, logo: null, showsPoweredBy: true }

/** A signing key that is stored and cannot be decrypted. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError'
}

/** Stores how networks look to their partners, and the keys that they sign statements with. */
export class NetworkMarks {
  readonly #database: RelationalDatabase
  readonly #vault: Vault

  constructor(database: RelationalDatabase, vault: Vault) {
    this.#database = database
    this.#vault = vault
  }

  async mark(networkId: number): Promise<NetworkMark> {
    const row = await this.#row(networkId)
    if (!row) return noMark
    const { name, accent, logo, hidesPoweredBy } = row
    return { name, accent, logo, showsPoweredBy: hidesPoweredBy === 0 }
  }

  async setMark(networkId: number, mark: NetworkMark): Promise<void> {
    const { name, accent, logo, showsPoweredBy } = mark
    await this.#put(networkId, { name, accent, logo, hidesPoweredBy: showsPoweredBy ? 0 : 1 })
  }

  /** The private key of a network; null without one. @throws SigningKeyError */
  async signingKey(networkId: number): Promise<string | null> {
    const sealed = (await this.#row(networkId))?.signingKeySealed
    if (!sealed) return null
    const opened = this.#vault.openOrNull(sealed, signingKeyPlace(networkId))
    if (opened === null) throw new SigningKeyError('The signing key cannot be decrypted.')
    return opened
  }

  async setSigningKey(networkId: number, privateKey: string): Promise<void> {
    const signingKeySealed = this.#vault.seal(privateKey, signingKeyPlace(networkId))
    await this.#put(networkId, { signingKeySealed })
  }

  /** The same for a network without a key. One that is there stays. */
  async addSigningKey(networkId: number, privateKey: string): Promise<void> {
    const signingKeySealed = this.#vault.seal(privateKey, signingKeyPlace(networkId))
    await this.#put(networkId, {})
    await this.#database.writes
      .updateTable('shareNetworks')
      .set({ signingKeySealed })
      .where('accountId', '=', networkId)
      .where('signingKeySealed', 'is', null)
      .execute()
  }

  #row(networkId: number) {
    return this.#database.reads
      .selectFrom('shareNetworks')
      .select(['name', 'accent', 'logo', 'hidesPoweredBy', 'signingKeySealed'])
      .where('accountId', '=', networkId)
      .executeTakeFirst()
  }

  async #put(
    accountId: number,
    columns: {
      readonly name?: string | null
      readonly accent?: string | null
      readonly logo?: string | null
      readonly hidesPoweredBy?: number
      readonly signingKeySealed?: Uint8Array
    },
  ): Promise<void> {
    await this.#database.writes
      .insertInto('shareNetworks')
      .values({ accountId, version: 0, entry: 0, ...columns })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ accountId, ...columns }))
      .execute()
  }
}
