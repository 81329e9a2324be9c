import { boundCells, maxBadCellsListed, maxCharactersShown } from '../sources/bad-cells.ts'
import type { InputFile } from '../sources/readers/input-file.ts'
import type { Refusal } from '../values/refusal.ts'
import type { CheckOutcome } from './check-rows.ts'
import type { FigureImportOptions } from './import-options.ts'
import { refuse } from './refusals.ts'
import type { Stage } from './stage.ts'
import { toBadCell } from './write-rejects.ts'

/**
 * The refusal of rows in Adtally's own format whose apps do not exist: each app once, however many rows
 * it has.
 *
 * @param count of the unknown apps
 */
export async function refuseUnknownApps(
  stage: Stage,
  inputs: readonly InputFile[],
  count: number,
  { badCells }: CheckOutcome,
  { target, skipBadRows }: FigureImportOptions,
): Promise<Refusal> {
  const { first, rowCount } = await stage.unknownApps(maxBadCellsListed)
  const apps = first.map(({ appId, file, line, rows }) => ({
    appId: appId.slice(0, maxCharactersShown),
    file: inputs[file]?.name ?? '?',
    line,
    rows,
  }))
  const others = skipBadRows ? [] : await stage.badCells(maxBadCellsListed, 'except unknown apps')
  const cells = others.map((cell) => toBadCell(cell, stage.kind, inputs, false))
  return refuse('unknown_apps', {
    apps,
    count,
    username: target?.account.username ?? null,
    creating: target?.creates === true,
    cells: boundCells(cells),
    cellCount: skipBadRows ? 0 : badCells - rowCount,
  })
}
