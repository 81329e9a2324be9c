import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'

/** Makes a rate limiter. Limiters with the same name share their counters. */
export type Limits = (
  name: string,
  limit: { readonly points: number; readonly durationSeconds: number },
) => RateLimiterAbstract

/** Limits counted in this process. */
export const ownLimits: Limits = (name, { points, durationSeconds: duration }) =>
  new RateLimiterMemory({ points, duration, keyPrefix: name })
