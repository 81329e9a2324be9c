import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { FairQueue } from '../limits/fair-queue.ts'

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

/** For new passwords. Each hash takes memory, and a thread that reports need too. */
const oneNew = pLimit(1)

const busy = 'Too many people are signing in; try again in a moment.'

/**
 * Where a password is checked. Browsers that signed in to the account before have a lane of their
 * own, so that no number of guesses makes their owners wait.
 */
const lanes = {
  known: new FairQueue<string>({ atOnce: 1, atOncePerKey: 1, waiting: 64, waitingPerKey: 8 }, busy),
  stranger: new FairQueue<string>(
    { atOnce: 1, atOncePerKey: 1, waiting: 128, waitingPerKey: 24 },
    busy,
  ),
}

/** The sender of passwords that are checked. */
export interface Guesser {
  readonly lane: keyof typeof lanes
  /** Guessers of a lane take turns by it. */
  readonly key: string
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Guesses that do not come over the network. */
export const trusted: Guesser = { lane: 'known', key: '' }

/**
 * Hashes a password with argon2id and a random salt.
 *
 * @returns the hash and its parameters in the PHC string format
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await oneNew(() => hashWith(password, salt, { memoryKib, passes, parallelism }))
  const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
  const settings = `m=${memoryKib},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${settings}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Whether a password matches a hash.
 *
 * @param stored null for an account without a password: does the same work and returns false
 * @throws OverloadedError when too many passwords wait to be checked
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  { lane, key }: Guesser = trusted,
): Promise<boolean> {
  const [, memory, time, threads, salt, hash] = phc.exec(stored ?? standIn) ?? []
  if (hash === undefined) throw new Error('A stored password hash cannot be read.')
  const expected = Buffer.from(hash, 'base64')
  const settings = {
    memoryKib: Number(memory),
    passes: Number(time),
    parallelism: Number(threads),
  }
  const given = await lanes[lane].run(key, () =>
    hashWith(password, Buffer.from(salt!, 'base64'), settings, expected.length),
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
  return derive('argon2id', { message, nonce: salt, memory, tagLength, ...rest })
}
