import type { Day } from '../values/day.ts'
import type { Subject } from './looked.ts'

/** What a look finds of a cause. Amounts are exact; expected ones are rounded to micros. */
export interface Finding {
  readonly subject: Subject
  /** The days that it is about, in order. */
  readonly days: readonly Day[]
  readonly revenueMicros: bigint | null
  readonly expectedMicros: bigint | null
  /** eCPM in micros of money for a thousand impressions. */
  readonly ecpmMicros: bigint | null
  readonly expectedEcpmMicros: bigint | null
  /** The revenue that a target asks for; absent in other findings. */
  readonly goalMicros?: bigint
  /** Other subjects that the same money is missing in. */
  readonly also: readonly Subject[]
}

/** Whether a cause is there. A look that cannot tell has no judgement of it. */
export interface Judgement {
  /** Tells the cause from others of its rule. */
  readonly cause: string
  /** Null where everything is as usual. */
  readonly finding: Finding | null
}

export const causeOf = ({ of, key }: Subject): string => (key === null ? of : `${of} ${key}`)

/** A finding for readers who may not see all apps: the other subjects may be apps that they do not see. */
export const withoutOthers = (finding: Finding): Finding => ({ ...finding, also: [] })

export const aboutDays = (subject: Subject, days: readonly Day[]): Finding => ({
  subject,
  days,
  revenueMicros: null,
  expectedMicros: null,
  ecpmMicros: null,
  expectedEcpmMicros: null,
  also: [],
})
