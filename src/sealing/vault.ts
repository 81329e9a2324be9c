import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

// A sealed value: version, id of the key, nonce, tag, and the encrypted text.
const version = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes
const leastBytes = headBytes + nonceBytes + tagBytes
const algorithm = 'aes-256-gcm'

/** What a sealed value is, and what it belongs to. It opens nowhere else. */
export type SealedPlace = readonly string[]

/** @param hash of the key; see {@link StoredKey} */
export const keyPlace = (hash: Uint8Array): SealedPlace => [
  'api key',
  Buffer.from(hash).toString('base64'),
]

export const secondFactorPlace = (userId: number): SealedPlace => ['second factor', String(userId)]

/** @param field a name that is the value's own in its connection, such as `refreshToken` */
export const connectionPlace = (connection: number, field: string): SealedPlace => [
  String(connection),
  field,
]

export const channelPlace = (channel: number): SealedPlace => ['channel', String(channel)]

export const destinationPlace = (destination: number): SealedPlace => [
  'destination',
  String(destination),
]

/** @param networkId of the account that signs its statements */
export const signingKeyPlace = (networkId: number): SealedPlace => [
  'signing key',
  String(networkId),
]

/**
 * Why a sealed value does not open.
 *
 * - `other-secret`: it was sealed with the secret of another installation, or before a rotation
 * - `damaged`: it was changed since, or is of another place
 * - `newer`: a later release sealed it
 */
export type SealFault = 'other-secret' | 'damaged' | 'newer'

/** A sealed value does not open. Has nothing of the value. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly fault: SealFault

  constructor(fault: SealFault) {
    super(`A sealed value does not open: ${fault}`)
    this.fault = fault
  }
}

/** Encrypts all secrets that are stored, and tells values apart without storing them. */
export class Vault {
  readonly #secret: Uint8Array
  readonly #key: Uint8Array
  readonly #fingerprintKey: Uint8Array
  /** The first bytes of all that it seals. */
  readonly head: Uint8Array

  /** @param secret the installation's: 32 random bytes that only the owner of the data can read */
  constructor(secret: Uint8Array) {
    this.#secret = secret
    // Credentials of connections were sealed with this key before everything else was.
    this.#key = derive(secret, 'adtally/connections/seal/1', 32)
    this.#fingerprintKey = derive(secret, 'adtally/connections/account/1', 32)
    const keyId = derive(secret, 'adtally/connections/key-id/1', keyIdBytes)
    this.head = Buffer.concat([Buffer.of(version), keyId])
  }

  /** Encrypts a value. Twice the same value gives different bytes. */
  seal(value: string, place: SealedPlace): Uint8Array {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce)
    cipher.setAAD(contextOf(this.head, place))
    const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
    return Buffer.concat([this.head, nonce, cipher.getAuthTag(), text])
  }

  /** Decrypts a value. @throws SealError */
  open(sealed: Uint8Array, place: SealedPlace): string {
    const bytes = Buffer.from(sealed)
    const head = bytes.subarray(0, headBytes)
    if (!head.equals(this.head)) return this.#openEarlier(bytes, place)
    if (bytes.length < leastBytes) throw new SealError('damaged')
    return decrypt(this.#key, bytes.subarray(headBytes), contextOf(head, place))
  }

  /** The same. @returns null when it does not open */
  openOrNull(sealed: Uint8Array, place: SealedPlace): string | null {
    try {
      return this.open(sealed, place)
    } catch (error) {
      if (error instanceof SealError) return null
      throw error
    }
  }

  /**
   * Tells values apart. Does not tell them, not even to those who can guess them, and differs between installations.
   *
   * @returns 43 characters of base64url
   */
  fingerprint(text: string): string {
    return createHmac('sha256', this.#fingerprintKey).update(text).digest('base64url')
  }

  /** Keys and second factors of before 0.2 have neither head nor place. */
  #openEarlier(bytes: Buffer, [purpose]: SealedPlace): string {
    if (bytes.length < nonceBytes + tagBytes) throw new SealError('damaged')
    if (purpose === 'api key' || purpose === 'second factor') {
      return decrypt(this.#secret, bytes, null)
    }
    if (bytes[0] !== version) throw new SealError(bytes[0]! > version ? 'newer' : 'damaged')
    throw new SealError('other-secret')
  }
}

/** @param bytes nonce, tag and text @throws SealError */
function decrypt(key: Uint8Array, bytes: Buffer, context: Uint8Array | null): string {
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  if (context) decipher.setAAD(context)
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    throw new SealError('damaged')
  }
}

/** The bytes that are authenticated with the text, unambiguously. */
const contextOf = (head: Uint8Array, place: SealedPlace): Uint8Array =>
  Buffer.concat([head, Buffer.from(JSON.stringify(place))])

const derive = (secret: Uint8Array, purpose: string, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, bytes))
