import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { refuse } from '../publishers/refusals.ts'
import type { User } from '../publishers/user.ts'
import { secondFactorPlace, type Vault } from '../sealing/vault.ts'
import type { RelationalDatabase } from './relational-database.ts'

const recoveryCodes = 10
const secretBytes = 20
/** How many codes apart clocks may be. */
const toleratedSteps = 1

/** A secret for an authenticator app. */
export interface NewSecondFactor {
  /** In base 32, to type in. */
  readonly secret: string
  /** The same as `otpauth://…`, for a QR code. */
  readonly url: string
}

/** The second factor of a user, as the user sees it. */
export interface SecondFactorState {
  readonly isSet: boolean
  readonly recoveryCodesLeft: number
}

/** One-time codes of authenticator apps (TOTP, RFC 6238), and codes for when the app is lost. */
export class SecondFactors {
  readonly #database: RelationalDatabase
  readonly #vault: Vault
  readonly #now: () => Date

  constructor(database: RelationalDatabase, vault: Vault, now: () => Date) {
    this.#database = database
    this.#vault = vault
    this.#now = now
  }

  async state({ id }: User): Promise<SecondFactorState> {
    const found = await this.#find(id)
    if (!found?.isConfirmed) return { isSet: false, recoveryCodesLeft: 0 }
    const { count } = await this.#database.reads
      .selectFrom('recoveryCodes')
      .select((e) => e.fn.countAll().as('count'))
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    return { isSet: true, recoveryCodesLeft: Number(count) }
  }

  /** Makes a secret. It counts once {@link confirm} got a code of it. @throws Refusal when one is set */
  async begin({ id, login }: User): Promise<NewSecondFactor> {
    const secret = new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32
    const sealed = this.#vault.seal(secret, secondFactorPlace(id))
    const begun = await this.#database.writes
      .insertInto('secondFactors')
      .values({ userId: id, sealed, isConfirmed: 0, lastStep: 0 })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ sealed, lastStep: 0 })
          .where('secondFactors.isConfirmed', '=', 0),
      )
      .executeTakeFirst()
    if (begun.numInsertedOrUpdatedRows === 0n) throw refuse('second_factor_set', { user: login })
    return { secret, url: totpOf(secret, login).toString() }
  }

  /**
   * Sets the second factor that was begun.
   *
   * @returns codes for when the app is lost, each of which works once; null when the code is wrong
   */
  async confirm(user: User, code: string): Promise<string[] | null> {
    const found = await this.#find(user.id)
    if (!found || found.isConfirmed || !(await this.#useCode(user, found.sealed, code))) return null
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
    const userId = user.id
    await this.#database.withLock(['users'], async (transaction) => {
      await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
      await transaction
        .updateTable('secondFactors')
        .set({ isConfirmed: 1 })
        .where('userId', '=', userId)
        .execute()
      await transaction
        .insertInto('recoveryCodes')
        .values(codes.map((one) => ({ userId, codeHash: hashCode(one) })))
        .execute()
    })
    return codes
  }

  /** Whether a code is right, of the app or for when it is lost. Each code is accepted once. */
  async accepts(user: User, code: string): Promise<boolean> {
    const found = await this.#find(user.id)
    if (!found?.isConfirmed) return false
    if (/^\s*\d{3}\s?\d{3}\s*$/.test(code)) return this.#useCode(user, found.sealed, code)
    const used = await this.#database.writes
      .deleteFrom('recoveryCodes')
      .where('userId', '=', user.id)
      .where('codeHash', '=', hashCode(code))
      .executeTakeFirst()
    return used.numDeletedRows > 0n
  }

  /** @throws Refusal when the user has none */
  async remove({ id, login }: User): Promise<void> {
    const removed = await this.#database.withLock(['users'], async (transaction) => {
      await transaction.deleteFrom('recoveryCodes').where('userId', '=', id).execute()
      return transaction
        .deleteFrom('secondFactors')
        .where('userId', '=', id)
        .where('isConfirmed', '=', 1)
        .executeTakeFirst()
    })
    if (removed.numDeletedRows === 0n) throw refuse('no_second_factor', { user: login })
  }

  async #useCode({ id, login }: User, sealed: Uint8Array, code: string): Promise<boolean> {
    const secret = this.#vault.openOrNull(sealed, secondFactorPlace(id))
    // The codes for a lost app still work.
    if (secret === null) return false
    const totp = totpOf(secret, login)
    const timestamp = this.#now().getTime()
    const token = code.replaceAll(/\s/g, '')
    const delta = totp.validate({ token, timestamp, window: toleratedSteps })
    return delta !== null && this.#useStep(id, totp.counter({ timestamp }) + delta)
  }

  /** Uses the code of a step, each once. @returns false when it or a later one was used already */
  async #useStep(userId: number, step: number): Promise<boolean> {
    const used = await this.#database.writes
      .updateTable('secondFactors')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where('lastStep', '<', step)
      .executeTakeFirst()
    return used.numUpdatedRows > 0n
  }

  /** The secret, and whether the user has shown a code of it; until then, no sign-in asks for one. */
  #find(userId: number) {
    return this.#database.reads
      .selectFrom('secondFactors')
      .select(['sealed', 'isConfirmed'])
      .where('userId', '=', userId)
      .executeTakeFirst()
  }
}

const totpOf = (secret: string, login: string): TOTP =>
  new TOTP({ issuer: 'Adtally', label: login, secret: Secret.fromBase32(secret) })

/** 80 random bits, in groups of four characters. */
function newRecoveryCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32
  return text.match(/.{4}/g)!.join('-')
}

/** A plain hash is safe here, because the codes are random. */
const hashCode = (code: string): Uint8Array =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest()
