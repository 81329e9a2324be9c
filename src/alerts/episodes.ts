import type { Finding, Judgement } from './finding.ts'

/** A cause that lasts. */
export interface OpenCause {
  readonly cause: string
  /** The look that found it first. */
  readonly sinceMs: number
  /** The look that told it; null as long as it has not lasted long enough. */
  readonly firedAtMs: number | null
  /** As it was found last. */
  readonly finding: Finding
}

export interface Step {
  /** All that last, in the order in which they began. */
  readonly open: readonly OpenCause[]
  /** Those of them that are told now. */
  readonly fired: readonly OpenCause[]
  /** Those that were told, and ended. */
  readonly resolved: readonly OpenCause[]
}

/**
 * What a look makes of the causes that lasted before it. A cause that the look cannot judge lasts. Live rules and their
 * test on the past take the same steps.
 *
 * @param lastsMs for how long a cause has to last before it is told
 */
export function step(
  before: readonly OpenCause[],
  judgements: readonly Judgement[],
  atMs: number,
  lastsMs: number,
): Step {
  const judged = new Map(judgements.map((one) => [one.cause, one.finding]))
  const known = new Set(before.map(({ cause }) => cause))
  const begun = judgements.flatMap(({ cause, finding }) =>
    finding && !known.has(cause) ? [{ cause, sinceMs: atMs, firedAtMs: null, finding }] : [],
  )
  const last = [...before, ...begun].filter(({ cause }) => judged.get(cause) !== null)
  const open = last.map((one): OpenCause => {
    const isDue = one.firedAtMs === null && atMs - one.sinceMs >= lastsMs
    return {
      ...one,
      finding: judged.get(one.cause) ?? one.finding,
      firedAtMs: isDue ? atMs : one.firedAtMs,
    }
  })
  return {
    open,
    fired: open.filter(({ firedAtMs }) => firedAtMs === atMs),
    resolved: before.filter(
      ({ cause, firedAtMs }) => firedAtMs !== null && judged.get(cause) === null,
    ),
  }
}
