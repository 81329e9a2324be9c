import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

const derive = promisify(argon2)

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const memoryKib = 19_456
const passes = 2
const parallelism = 1
const saltBytes = 16
const hashBytes = 32

/** In characters. */
export const shortestPassword = 10
export const longestPassword = 256

/** Each hash takes memory, and a thread that reports need too. */
const atOnce = pLimit(2)

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Hashes a password with argon2id and a random salt.
 *
 * @returns the hash and its parameters in the PHC string format
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await hashWith(password, salt, { memoryKib, passes, parallelism })
  const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
  const settings = `m=${memoryKib},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${settings}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Whether a password matches a hash.
 *
 * @param stored null for an account without a password: does the same work and returns false
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, time, lanes, salt, hash] = phc.exec(stored ?? standIn) ?? []
  if (hash === undefined) throw new Error('A stored password hash cannot be read.')
  const expected = Buffer.from(hash, 'base64')
  const given = await hashWith(
    password,
    Buffer.from(salt!, 'base64'),
    { memoryKib: Number(memory), passes: Number(time), parallelism: Number(lanes) },
    expected.length,
  )
  return timingSafeEqual(given, expected) && stored !== null
}

/** Compared with when the account has no password. */
const standIn = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

interface Settings {
  readonly memoryKib: number
  readonly passes: number
  readonly parallelism: number
}

function hashWith(
  password: string,
  salt: Uint8Array,
  settings: Settings,
  tagLength = hashBytes,
): Promise<Buffer> {
  const { memoryKib: memory, ...rest } = settings
  // Systems type accented letters as different characters.
  const message = password.normalize('NFC')
  return atOnce(() => derive('argon2id', { message, nonce: salt, memory, tagLength, ...rest }))
}
