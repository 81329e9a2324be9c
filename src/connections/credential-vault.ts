import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Connector, FieldValues } from '../sources/connector.ts'

// A sealed value: version, id of the key, nonce, tag, and the encrypted text.
const version = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes
const leastBytes = headBytes + nonceBytes + tagBytes
const algorithm = 'aes-256-gcm'

/** The connection and field that a sealed value belongs to. It opens nowhere else. */
export interface SealedPlace {
  /** Identifies the connection for good. */
  readonly connection: string
  /** A name that is the value's own in its connection, such as `refreshToken`. */
  readonly field: string
}

/**
 * Why a sealed value does not open.
 *
 * - `other-secret`: it was sealed with the secret of another installation, or before a rotation
 * - `damaged`: it was changed since, or is of another connection or field
 * - `newer`: a later release sealed it
 */
export type SealFault = 'other-secret' | 'damaged' | 'newer'

/** A sealed value does not open. Has nothing of the value. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly fault: SealFault

  constructor(fault: SealFault) {
    super(`A sealed credential does not open: ${fault}`)
    this.fault = fault
  }
}

/** Seals the credentials of connections, and tells accounts apart without them. */
export class CredentialVault {
  readonly #key: Uint8Array
  readonly #keyId: Uint8Array
  readonly #accountKey: Uint8Array

  /** @param secret the installation's: 32 random bytes that only the owner of the data can read */
  constructor(secret: Uint8Array) {
    this.#key = derive(secret, 'adtally/connections/seal/1', 32)
    this.#keyId = derive(secret, 'adtally/connections/key-id/1', keyIdBytes)
    this.#accountKey = derive(secret, 'adtally/connections/account/1', 32)
  }

  /** Encrypts a value of a connection. Twice the same value gives different bytes. */
  seal(value: string, place: SealedPlace): Uint8Array {
    const head = Buffer.concat([Buffer.of(version), this.#keyId])
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce)
    cipher.setAAD(contextOf(head, place))
    const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
    return Buffer.concat([head, nonce, cipher.getAuthTag(), text])
  }

  /** Decrypts a value. @throws SealError */
  open(sealed: Uint8Array, place: SealedPlace): string {
    const bytes = Buffer.from(sealed)
    if (bytes.length < leastBytes) throw new SealError('damaged')
    if (bytes[0] !== version) throw new SealError(bytes[0]! > version ? 'newer' : 'damaged')
    const head = bytes.subarray(0, headBytes)
    if (!head.subarray(1).equals(this.#keyId)) throw new SealError('other-secret')
    const nonce = bytes.subarray(headBytes, headBytes + nonceBytes)
    const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(contextOf(head, place))
    decipher.setAuthTag(bytes.subarray(headBytes + nonceBytes, leastBytes))
    try {
      const text = decipher.update(bytes.subarray(leastBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      throw new SealError('damaged')
    }
  }

  /**
   * The key of a network's limits, which all connections of an account share that have the same login there. Other
   * accounts have another key: what identifies a login may be public. It does not tell the credentials, not even to
   * those who can guess them, and differs between installations.
   *
   * @param accountId the account of this installation
   * @returns 43 characters of base64url
   */
  accountKey(accountId: number, { hosts, fields, account }: Connector, given: FieldValues): string {
    const secrets = Object.keys(fields).filter((field) => fields[field]!.isSecret)
    const identifying = [...(account ?? secrets)].sort()
    const values = identifying.map((field) => [field, given[field] ?? ''])
    const text = JSON.stringify([accountId, hosts[0], values])
    return createHmac('sha256', this.#accountKey).update(text).digest('base64url')
  }
}

/** The bytes that are authenticated with the text, unambiguously. */
const contextOf = (head: Uint8Array, { connection, field }: SealedPlace): Uint8Array =>
  Buffer.concat([head, Buffer.from(JSON.stringify([connection, field]))])

const derive = (secret: Uint8Array, purpose: string, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, bytes))
