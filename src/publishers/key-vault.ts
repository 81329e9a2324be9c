import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { StoredKey } from './account.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Makes API keys, and keeps them so that they can be looked up and shown but not read from disk. */
export class KeyVault {
  readonly #secret: Uint8Array

  /** @param secret 32 random bytes, kept beside the data and readable by its owner alone */
  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** A new key: 192 random bits in characters that need no escaping in a URL. */
  newKey(): string {
    return randomBytes(24).toString('base64url')
  }

  /** What is stored of a key. */
  store(key: string): StoredKey {
    return { hash: hashKey(key), sealed: this.#seal(key) }
  }

  /** Reads a sealed key back. @throws when it was sealed with another secret or changed since */
  open(sealed: Uint8Array): string {
    const nonce = sealed.subarray(0, nonceBytes)
    const decipher = createDecipheriv(algorithm, this.#secret, nonce)
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  }

  #seal(key: string): Uint8Array {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#secret, nonce)
    const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  }
}

/** The hash a key is looked up by. Keys are random, so that a plain hash tells nothing of them. */
export function hashKey(key: string): Uint8Array {
  return createHash('sha256').update(key).digest()
}
