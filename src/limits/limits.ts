import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'

/** Makes a limit of so many points in a time; limits of one name share their counters. */
export type Limits = (
  name: string,
  limit: { readonly points: number; readonly durationSeconds: number },
) => RateLimiterAbstract

/** Limits that this process counts by itself. */
export const ownLimits: Limits = (name, { points, durationSeconds: duration }) =>
  new RateLimiterMemory({ points, duration, keyPrefix: name })
