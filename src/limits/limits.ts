import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { BoundedLimiter } from './bounded-limiter.ts'

/** Makes a limit of so many points in a time; limits of one name share their counters. */
export type Limits = (
  name: string,
  limit: { readonly points: number; readonly durationSeconds: number },
) => RateLimiterAbstract

/** Counters of one limit that a process keeps: about 20 MB of them. */
const maxKeys = 50_000

/** Limits that this process counts by itself. */
export const ownLimits: Limits = (name, { points, durationSeconds: duration }) =>
  new BoundedLimiter({ points, duration, keyPrefix: name }, maxKeys)
