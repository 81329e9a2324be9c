import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { StoredKey } from './api-key.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Creates API keys, and encrypts secrets for storage. */
export class KeyVault {
  readonly #secret: Uint8Array

  /** @param secret 32 random bytes that only the owner of the data can read */
  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** A new key: 192 random bits in characters that need no escaping in a URL. */
  newKey(): string {
    return randomBytes(24).toString('base64url')
  }

  store(key: string): StoredKey {
    return { hash: hashKey(key), sealed: this.seal(key) }
  }

  /** Decrypts a secret. @returns null when it was encrypted with another secret, or changed since */
  open(sealed: Uint8Array): string | null {
    if (sealed.length < nonceBytes + tagBytes) return null
    const nonce = sealed.subarray(0, nonceBytes)
    const decipher = createDecipheriv(algorithm, this.#secret, nonce)
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
    try {
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }

  /** Encrypts a secret for storage. */
  seal(secret: string): Uint8Array {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#secret, nonce)
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  }
}

/** A plain hash is safe here, because keys are random. */
export function hashKey(key: string): Uint8Array {
  return createHash('sha256').update(key).digest()
}
