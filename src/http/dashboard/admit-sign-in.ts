import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Guesser } from '../../publishers/passwords.ts'
import { Problem } from '../answer/problems.ts'
import { clientNetwork, clientSite } from '../plugins/client-network.ts'
import { countAgainst, waitSeconds } from '../plugins/count-request.ts'
import type { SignInLimits } from '../services.ts'

/** An attempt to sign in that is let through. It counts as failed until one of these is called. */
export interface Attempt {
  readonly guesser: Guesser
  /** The attempt succeeded: the count of its username starts again, and it counts nowhere else. */
  readonly succeeded: () => Promise<void>
  /** The attempt was not made after all. */
  readonly dropped: () => Promise<void>
}

interface Counted {
  readonly limiter: RateLimiterAbstract
  readonly key: string
}

/**
 * Counts an attempt of a browser that signed in to the account before. It counts nowhere else, so
 * guesses of others never lock its owner out.
 *
 * @throws Problem `rate_limited`
 */
export async function admitKnownBrowser(
  username: string,
  browser: string,
  { byBrowser }: SignInLimits,
): Promise<Attempt> {
  const counted = { limiter: byBrowser, key: `${browser} ${username}` }
  await count(counted)
  return attemptOf({ lane: 'known', key: counted.key }, counted, [])
}

/**
 * Counts an attempt of anybody else, before the password is looked at, so that many at once are not
 * all let through. An address that is limited adds to no other counter.
 *
 * @throws Problem `rate_limited`
 */
export async function admitStranger(
  username: string,
  ip: string,
  limits: SignInLimits,
): Promise<Attempt> {
  const { guesser, own, wide } = await countOrigin(username, ip, limits)
  const account = { limiter: limits.byAccount, key: username }
  if ((await countAgainst(account.limiter, account.key)) !== null) {
    refuseFor(await countAgainst(limits.beyondAccount, username))
  }
  return attemptOf(guesser, own, [...wide, account])
}

/**
 * Counts an attempt to set the server up by its address alone: a token is too long to guess from many, and guesses of
 * others must not keep its owner out.
 *
 * @throws Problem `rate_limited`
 */
export async function admitSetUp(ip: string, limits: SignInLimits): Promise<Attempt> {
  const { guesser, own, wide } = await countOrigin('set up', ip, limits)
  return attemptOf(guesser, own, wide)
}

/** @throws Problem `rate_limited` */
async function countOrigin(name: string, ip: string, limits: SignInLimits) {
  const address = clientNetwork(ip) ?? 'unknown'
  const site = clientSite(ip)
  const wide: Counted[] = [
    { limiter: limits.byAddress, key: address },
    ...(site === null ? [] : [{ limiter: limits.bySite, key: site }]),
  ]
  for (const { limiter, key } of wide) refuseFor(await waitSeconds(limiter, key))
  const own = { limiter: limits.byUsername, key: `${address} ${name}` }
  await count(own)
  for (const one of wide) await count(one)
  const guesser: Guesser = { lane: 'stranger', key: site ?? address }
  return { guesser, own, wide }
}

function attemptOf(guesser: Guesser, own: Counted, others: readonly Counted[]): Attempt {
  const giveBack = async (all: readonly Counted[]) => {
    for (const { limiter, key } of all) await limiter.reward(key)
  }
  return {
    guesser,
    succeeded: async () => {
      await own.limiter.delete(own.key)
      await giveBack(others)
    },
    dropped: () => giveBack([own, ...others]),
  }
}

async function count({ limiter, key }: Counted): Promise<void> {
  refuseFor(await countAgainst(limiter, key))
}

function refuseFor(seconds: number | null): void {
  if (seconds === null) return
  throw new Problem(
    'rate_limited',
    `Too many failed attempts; try again in ${waitText(seconds)}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

const waitText = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
