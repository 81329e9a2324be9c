import fc from 'fast-check'
import type { Fault } from '../fake-networks/fake-network.ts'

/** Connectors that are networks, by the names of their networks. */
export const networks = ['mintegral', 'vungle'] as const
/** The network that only the mediation knows. */
export const onlyMediated = 'admob'
export const mediation = 'applovin-max'
export const mediated = [...networks, onlyMediated] as const
export const names = [mediation, ...networks] as const
export type Name = (typeof names)[number]

const faults: readonly Fault[] = [
  ...['server-error', 'slow-down', 'truncated', 'empty', 'reset', 'slow'],
] as Fault[]

const network = fc.constantFrom(...mediated)
const name = fc.constantFrom(...names)
/** Days before the last one. */
const back = fc.integer({ min: 0, max: 1 })

const events = {
  pass: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 14 }) }),
  says: fc.record({
    kind: fc.constant('says' as const),
    what: fc.constantFrom(
      ...(['restate', 'vanish', 'withhold', 'shrink', 'lose app', 'lose app', 'reappear'] as const),
    ),
    network,
    back,
  }),
  fault: fc.record({
    kind: fc.constant('fault' as const),
    name,
    faults: fc.array(fc.constantFrom(null, ...faults), { maxLength: 6 }),
  }),
  connection: fc.record({
    kind: fc.constant('connection' as const),
    what: fc.constantFrom(...(['pause', 'resume', 'remove', 'connect', 'connect'] as const)),
    name,
  }),
  day: fc.record({
    kind: fc.constant('day' as const),
    what: fc.constantFrom(...(['confirm', 'confirm', 'undo', 'pull'] as const)),
    name,
    back,
  }),
}

const event = fc.oneof(
  { arbitrary: events.pass, weight: 5 },
  { arbitrary: events.says, weight: 5 },
  { arbitrary: events.fault, weight: 1 },
  { arbitrary: events.connection, weight: 2 },
  { arbitrary: events.day, weight: 3 },
)
export type PulledEvent = typeof event extends fc.Arbitrary<infer Value> ? Value : never

/** The events of an account's connections. */
export interface PulledCase {
  readonly connected: readonly Name[]
  readonly events: readonly PulledEvent[]
  /** Whether paused connections go on in the end. */
  readonly resumes: boolean
}

export const pulledCase: fc.Arbitrary<PulledCase> = fc.record({
  connected: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
  events: fc.array(event, { minLength: 4, maxLength: 12, size: 'max' }),
  resumes: fc.boolean(),
})
