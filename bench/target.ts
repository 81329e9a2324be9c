import { formatTable } from './table.ts'

/** The goal of a benchmark, and the measured value. */
export interface Target {
  readonly name: string
  readonly wanted: string
  readonly measured: string
  /** Null when something that is compared is missing. */
  readonly met: boolean | null
}

/**
 * A goal for a number.
 *
 * @param measured NaN when something that is compared is missing: then the goal is never met
 * @param shown writes a number with its unit
 */
export function target(
  name: string,
  goal: { readonly atMost: number } | { readonly atLeast: number },
  measured: number,
  shown: (value: number) => string,
): Target {
  const [sign, bound] = 'atMost' in goal ? ['≤', goal.atMost] : ['≥', goal.atLeast]
  const wanted = `${sign} ${shown(bound)}`
  if (Number.isNaN(measured)) return { name, wanted, measured: '', met: null }
  const met = 'atMost' in goal ? measured <= bound : measured >= bound
  return { name, wanted, measured: shown(measured), met }
}

/** Lists targets and whether they were met. */
export function formatTargets(targets: readonly Target[]): string {
  return formatTable(
    ['target', 'wanted', 'measured', ''],
    targets.map(({ name, wanted, measured, met }) => [
      ...[name, wanted, measured],
      met === null ? 'not measured' : met ? 'met' : 'MISSED',
    ]),
  )
}
