import type { Sum } from '../../reporting/metrics.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import type { Steps } from '../../values/turns.ts'
import { addBlock } from './add-block.ts'
import { type Block, BlockBuilder, type BlockDimension, partsOf } from './block.ts'
import { GroupSpace } from './group-space.ts'
import { Groups } from './groups.ts'

/** Smaller blocks are read as quickly as their projections. */
const minRows = 256
/** A part of a block with more groups than this would not become much smaller. */
const maxGroups = 131_072

/**
 * The rows of a block added up over the dimensions that an answer does not need. They are kept with the
 * block.
 *
 * @param dimensions those that the answer needs, in their usual order
 * @returns the block itself where that would not become much smaller; null when they were not added up yet
 */
export function projectionOf(block: Block, dimensions: readonly BlockDimension[]): Block | null {
  const isWhole = (['network', 'format', 'country'] as const).every(
    (name) => dimensions.includes(name) || block.axes[name].codes.length < 2,
  )
  if (isWhole || block.rowCount < minRows) return block
  const projection = block.projections.get(nameOf(dimensions))
  return projection === undefined ? null : (projection ?? block)
}

/** Adds a block's rows up, and keeps its projection. @returns see {@link projectionOf} */
export function* project(block: Block, dimensions: readonly BlockDimension[]): Steps<Block> {
  const builder = yield* added(block, dimensions)
  const projection = builder && (yield* builder.build())
  block.projections.set(nameOf(dimensions), projection)
  return projection ?? block
}

/** The first day with rows. */
function firstDayOf({ days, dayStarts }: Block): { day: Day; rowCount: number } {
  let place = 0
  while (dayStarts[place + 1] === 0) place++
  return { day: addDays(days.firstDay, place), rowCount: dayStarts[place + 1]! }
}

const nameOf = (dimensions: readonly BlockDimension[]): string => dimensions.join(' ')

/** @returns null when sums might not be exact, or little would be won */
function* added(block: Block, dimensions: readonly BlockDimension[]): Steps<BlockBuilder | null> {
  const sums = Object.keys(block.sums) as Sum[]
  if (sums.some((sum) => !(block.sums[sum]!.magnitude <= Number.MAX_SAFE_INTEGER))) return null
  const builder = new BlockBuilder(block.days, sums, null)
  const groupsOf = (days: DaySpan, of: readonly Sum[]): Groups | null => {
    const space = new GroupSpace({}, ['day', ...dimensions], days, (dimension) =>
      dimension === 'app' ? { codes: [], labels: null } : block.axes[dimension],
    )
    if (space.size > maxGroups) return null
    const groups = new Groups(space, of)
    addBlock(groups, block, days, 0, null)
    return groups
  }
  // Most blocks that win little show it on one day.
  const { day, rowCount: rowsOfDay } = firstDayOf(block)
  const ofDay = groupsOf({ firstDay: day, lastDay: day }, [])
  if (!ofDay) return null
  if (2 * ofDay.rows().length > rowsOfDay) return null
  let rowCount = 0
  for (const part of partsOf(block)) {
    const groups = groupsOf(part, sums)
    if (!groups) return null
    const rows = groups.rows()
    builder.add(groups.chunk(rows))
    rowCount += rows.length
    if (2 * rowCount > block.rowCount) return null
    yield
  }
  return builder
}
