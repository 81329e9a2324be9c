import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** Signs statements with the key of a network. */
export interface StatementSigner {
  /** The public key, such as `ed25519:` and 44 characters. */
  readonly key: string
  /** @returns the signature of a text's UTF-8 in base64 */
  readonly sign: (text: string) => string
}

const prefix = 'ed25519:'
const keyBytes = 32
const signatureBytes = 64

/** The accepted form of a public key, for error texts. */
export const statementKeyAccepts = `${prefix} and the 32 bytes of an Ed25519 public key in base64`

/** The accepted form of a signature, for error texts. */
export const signatureAccepts = 'the 64 bytes of an Ed25519 signature in base64'

/** Makes a private key, as PKCS #8 in PEM. It is a secret: it is sealed before it is stored. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** @param privateKey as {@link makeSigningKey} makes it @throws Error when it is another text */
export function signerFrom(privateKey: string): StatementSigner {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('The key is not of Ed25519')
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return {
    key: prefix + Buffer.from(x!, 'base64url').toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  }
}

/** Whether a text is a public key, see {@link statementKeyAccepts}. */
export const isStatementKey = (text: string): boolean => rawKey(text) !== null

/** Whether a text can be a signature, see {@link signatureAccepts}. */
export const isSignature = (text: string): boolean => fromBase64(text, signatureBytes) !== null

/** Whether the owner of a public key signed a text. False for texts that are no key or no signature. */
export function isSignedBy(key: string, text: string, signature: string): boolean {
  const [raw, bytes] = [rawKey(key), fromBase64(signature, signatureBytes)]
  return raw !== null && bytes !== null && verify(null, Buffer.from(text), publicKey(raw), bytes)
}

/**
 * A short text for people who compare keys, such as `0f3a 91c2 …`: the first 128 bits of the key's SHA-256.
 *
 * @param key a public key, see {@link isStatementKey}
 */
export function keyFingerprint(key: string): string {
  const digest = createHash('sha256').update(rawKey(key)!).digest('hex')
  return digest.slice(0, 32).match(/.{4}/g)!.join(' ')
}

const rawKey = (text: string): Buffer | null =>
  text.startsWith(prefix) ? fromBase64(text.slice(prefix.length), keyBytes) : null

const publicKey = (raw: Buffer): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  })

/** Bytes from their only text in base64; null for another one. */
function fromBase64(text: string, length: number): Buffer | null {
  // Longer texts are not decoded.
  if (text.length > 2 * length) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null
}
