import { formatTable } from './table.ts'

/** The goal of a benchmark, and the measured value. */
export interface Target {
  readonly name: string
  readonly wanted: string
  readonly measured: string
  readonly met: boolean
}

/** Lists targets and whether they were met. */
export function formatTargets(targets: readonly Target[]): string {
  return formatTable(
    ['target', 'wanted', 'measured', ''],
    targets.map(({ name, wanted, measured, met }) => [
      name,
      wanted,
      measured,
      met ? 'met' : 'MISSED',
    ]),
  )
}
