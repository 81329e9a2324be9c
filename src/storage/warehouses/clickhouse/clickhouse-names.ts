import type { FactKind } from '../../../facts/fact-kind.ts'
import { factKinds } from '../../../facts/kinds.ts'
import {
  appsTable,
  closesTable,
  entriesTable,
  freshnessTable,
  proofTable,
  sliceColumn,
  statementLinesTable,
  type WarehouseTable,
} from '../../../warehouse/tables.ts'

/*
 * ClickHouse has no transactions. Every row has the number of the step that added it, and one row of adtally_steps, the
 * last that a step adds, has the numbers of all steps that the copy of an account consists of. Views read only rows of
 * these steps, so a step becomes visible at once or never. No number is used twice, so rows of a step that was cut off
 * are in no copy, however late they arrive.
 */

export const kinds: readonly FactKind[] = Object.values(factKinds)

/** Rows that are current, unless a visible step ended their slice. */
export const currentRows = ({ name }: FactKind): string => `adtally_${name}_rows`
/** Rows that ended, with their ends. */
export const pastRows = ({ name }: FactKind): string => `adtally_${name}_past`

/** The small tables that are replaced in parts, and the columns that tell a part besides the account. */
export const partKeys: ReadonlyMap<WarehouseTable, readonly string[]> = new Map([
  [entriesTable, ['entry']],
  [proofTable, ['table_name', 'month']],
  [appsTable, []],
  [freshnessTable, ['table_name', 'month']],
  [statementLinesTable, []],
  [closesTable, []],
])
/** A row has all rows of a part, as a step put them. */
export const partRows = ({ name }: WarehouseTable): string =>
  `adtally_${name.replace(/^adtally_/, '')}_parts`

/** The steps that the copies of all accounts consist of. */
export const visibleSteps = '(SELECT step FROM adtally_visible)'

/** The slice of a row and the step that added it: a version of the slice. */
export const version = (kind: FactKind): string => `(date, app_id, ${sliceColumn(kind)}, step)`

/** The versions of slices that visible steps ended. */
export const endedVersions = ({ name }: FactKind): string =>
  `(SELECT date, app_id, label, of_step FROM adtally_ends WHERE table_name = '${name}' AND step IN ${visibleSteps})`

/** The condition of the current rows of a kind. */
export const isCurrent = (kind: FactKind): string =>
  `step IN ${visibleSteps} AND ${version(kind)} NOT IN ${endedVersions(kind)}`
