import { formatTable } from './table.ts'

/** What a benchmark was to reach, and what it reached. */
export interface Target {
  readonly name: string
  readonly wanted: string
  readonly measured: string
  readonly met: boolean
}

/** Lists targets with whether they were met. */
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
