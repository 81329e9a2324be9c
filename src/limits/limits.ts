import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { BoundedLimiter } from './bounded-limiter.ts'

/** Makes a rate limiter. Limiters with the same name share their counters. */
export type Limits = (
  name: string,
  limit: { readonly points: number; readonly durationSeconds: number },
) => RateLimiterAbstract

/** Counters of one limiter, about 20 MB. */
const maxKeys = 50_000

/** Limits counted in this process. */
export const ownLimits: Limits = (name, { points, durationSeconds: duration }) =>
  new BoundedLimiter({ points, duration, keyPrefix: name }, maxKeys)
