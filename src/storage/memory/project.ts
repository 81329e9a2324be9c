import type { Sum } from '../../reporting/metrics.ts'
import { addBlock } from './add-block.ts'
import { type Block, BlockBuilder, type BlockDimension } from './block.ts'
import { GroupSpace } from './group-space.ts'
import { Groups } from './groups.ts'

/** Smaller blocks are read as quickly as their projections. */
const minRows = 256
/** A block with more groups than this would not become much smaller. */
const maxGroups = 131_072

/**
 * The rows of a block added up over the dimensions that an answer does not need. They are kept with the
 * block.
 *
 * @param dimensions those that the answer needs, in their usual order
 * @param onKept is called when the block takes more memory than before
 */
export function project(
  block: Block,
  dimensions: readonly BlockDimension[],
  onKept: () => void,
): Block {
  const isWhole = (['network', 'format', 'country'] as const).every(
    (name) => dimensions.includes(name) || block.axes[name].codes.length < 2,
  )
  if (isWhole || block.rowCount < minRows) return block
  const name = dimensions.join(' ')
  let projection = block.projections.get(name)
  if (projection === undefined) {
    projection = added(block, dimensions)
    block.projections.set(name, projection)
    onKept()
  }
  return projection ?? block
}

/** @returns null when sums might not be exact, or little would be won */
function added(block: Block, dimensions: readonly BlockDimension[]): Block | null {
  const sums = Object.keys(block.sums) as Sum[]
  if (sums.some((sum) => !(block.sums[sum]!.magnitude <= Number.MAX_SAFE_INTEGER))) return null
  const space = new GroupSpace({}, ['day', ...dimensions], block.days, (dimension) =>
    dimension === 'app' ? { codes: [], labels: null } : block.axes[dimension],
  )
  if (space.size > maxGroups) return null
  const groups = new Groups(space, sums)
  addBlock(groups, block, 0, null)
  const rows = groups.rows()
  const builder = new BlockBuilder(block.days, sums)
  builder.add(groups.chunk(rows))
  groups.release(rows)
  return 2 * rows.length > block.rowCount ? null : builder.buildNow()
}
