import { withinDays } from '../../staging/slice-range.ts'
import type { CurrentSlices } from '../../staging/staged-slices.ts'

/** The tables themselves, because the scratch is a connection to the same file. */
export const current: CurrentSlices = {
  slices: async (range) => `(FROM slices WHERE ${withinDays(range)})`,
  endedBy: async (entries, range) =>
    `(FROM past_slices WHERE until IN (${entries.join(', ')}) AND ${withinDays(range)})`,
  figures: async (range) => `(FROM figures WHERE ${withinDays(range)})`,
  originals: async (range) => `(FROM originals WHERE ${withinDays(range)})`,
}
