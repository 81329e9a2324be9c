import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { parseSecret, textOfSecret } from './secret-file.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const saltBytes = 16

/** A guess takes 128 MB and a good part of a second. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }

const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt)

/** A secret that was encrypted with a passphrase, in JSON. Bytes are in base64. */
interface SealedSecret {
  readonly format: 'adtally secret 1'
  readonly salt: string
  readonly nonce: string
  readonly tag: string
  readonly sealed: string
}

const format: SealedSecret['format'] = 'adtally secret 1'

/** Encrypts a secret with a passphrase: the text of a file. */
export async function sealSecret(secret: Uint8Array, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)]
  const cipher = createCipheriv(algorithm, await keyOf(passphrase, salt), nonce)
  cipher.setAAD(Buffer.from(format))
  const sealed = Buffer.concat([cipher.update(textOfSecret(secret), 'utf8'), cipher.final()])
  const members = { salt, nonce, tag: cipher.getAuthTag(), sealed }
  const texts = Object.entries(members).map(([name, bytes]) => [name, bytes.toString('base64')])
  return `${JSON.stringify({ format, ...Object.fromEntries(texts) }, null, 2)}\n`
}

/** Whether a text is a secret that needs a passphrase. */
export const isSealedSecret = (text: string): boolean => parse(text) !== null

/**
 * Decrypts a secret.
 *
 * @param place the file's name in messages
 * @throws UnusableStoreError when the passphrase is wrong, or the file was changed
 */
export async function openSecretText(
  text: string,
  passphrase: string,
  place: string,
): Promise<Uint8Array> {
  const file = parse(text)
  if (!file) throw new UnusableStoreError(`${place} contains no encrypted secret of Adtally.`)
  const [salt, nonce, tag, sealed] = [file.salt, file.nonce, file.tag, file.sealed].map((part) =>
    Buffer.from(part, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer]
  try {
    const key = await keyOf(passphrase, salt)
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(format))
    decipher.setAuthTag(tag)
    const opened = Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
    return parseSecret(opened)!
  } catch (cause) {
    throw new UnusableStoreError(
      `The passphrase does not open ${place}: it is another one, or the file is damaged.`,
      { cause },
    )
  }
}

function parse(text: string): SealedSecret | null {
  try {
    // Anything else than an object with these members throws, or has none of them.
    const value = JSON.parse(text) as SealedSecret
    const parts = [value.salt, value.nonce, value.tag, value.sealed]
    const isWhole = parts.every((part) => typeof part === 'string')
    return value.format === format && isWhole ? value : null
  } catch {
    return null
  }
}

/** The same passphrase may be typed in different Unicode forms. */
const keyOf = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  derive(passphrase.normalize('NFKC'), salt, keyBytes, cost)
