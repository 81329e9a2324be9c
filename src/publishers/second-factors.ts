import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { KeyVault } from './key-vault.ts'
import { refuse } from './refusals.ts'
import type { SecondFactorStore } from './second-factor-store.ts'
import type { User } from './user.ts'

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
  readonly #store: SecondFactorStore
  readonly #vault: KeyVault
  readonly #now: () => Date

  constructor(store: SecondFactorStore, vault: KeyVault, now: () => Date) {
    this.#store = store
    this.#vault = vault
    this.#now = now
  }

  async state({ id }: User): Promise<SecondFactorState> {
    const found = await this.#store.find(id)
    if (!found?.isConfirmed) return { isSet: false, recoveryCodesLeft: 0 }
    return { isSet: true, recoveryCodesLeft: await this.#store.countRecoveryCodes(id) }
  }

  /** Makes a secret. It counts once {@link confirm} got a code of it. @throws Refusal when one is set */
  async begin({ id, login }: User): Promise<NewSecondFactor> {
    const secret = new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32
    if (!(await this.#store.begin(id, this.#vault.seal(secret)))) {
      throw refuse('second_factor_set', { user: login })
    }
    return { secret, url: totpOf(secret, login).toString() }
  }

  /**
   * Sets the second factor that was begun.
   *
   * @returns codes for when the app is lost, each of which works once; null when the code is wrong
   */
  async confirm(user: User, code: string): Promise<string[] | null> {
    const found = await this.#store.find(user.id)
    if (!found || found.isConfirmed || !(await this.#useCode(user, found.sealed, code))) return null
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
    await this.#store.confirm(
      user.id,
      codes.map((one) => hashCode(one)),
    )
    return codes
  }

  /** Whether a code is right, of the app or for when it is lost. Each code is accepted once. */
  async accepts(user: User, code: string): Promise<boolean> {
    const found = await this.#store.find(user.id)
    if (!found?.isConfirmed) return false
    if (/^\s*\d{3}\s?\d{3}\s*$/.test(code)) return this.#useCode(user, found.sealed, code)
    return this.#store.useRecoveryCode(user.id, hashCode(code))
  }

  /** @throws Refusal when the user has none */
  async remove({ id, login }: User): Promise<void> {
    if (!(await this.#store.remove(id))) throw refuse('no_second_factor', { user: login })
  }

  async #useCode({ id, login }: User, sealed: Uint8Array, code: string): Promise<boolean> {
    const secret = this.#vault.open(sealed)
    // The codes for a lost app still work.
    if (secret === null) return false
    const totp = totpOf(secret, login)
    const timestamp = this.#now().getTime()
    const token = code.replaceAll(/\s/g, '')
    const delta = totp.validate({ token, timestamp, window: toleratedSteps })
    return delta !== null && this.#store.useStep(id, totp.counter({ timestamp }) + delta)
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
