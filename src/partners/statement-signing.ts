import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

/** Signs statements with an Ed25519 key (RFC 8032). */
export interface Signer {
  /** `ed25519:` and the 32 bytes of the public key in Base64. */
  readonly publicKey: string
  /** @returns the signature in Base64 */
  readonly sign: (bytes: Uint8Array) => string
}

/** Makes a private key, as the text that {@link signerFrom} takes. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** @param privateKey of {@link makeSigningKey} */
export function signerFrom(privateKey: string): Signer {
  const key = createPrivateKey(privateKey)
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return {
    publicKey: `ed25519:${Buffer.from(x!, 'base64url').toString('base64')}`,
    sign: (bytes) => sign(null, bytes, key).toString('base64'),
  }
}
