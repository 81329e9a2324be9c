import { describe } from 'vitest'
import { commitCases } from './commit-cases.ts'
import { limitCases } from './limit-cases.ts'
import { readingCases } from './reading-cases.ts'
import { snapshotCases } from './snapshot-cases.ts'
import type { OpenStore } from './stored-figures.ts'
import { writingCases } from './writing-cases.ts'

/**
 * What every adapter of the ports `ReportStore` and `SliceStore` keeps.
 *
 * @param open opens a store of its own for each call
 */
export function describeReportStore(name: string, open: () => Promise<OpenStore>): void {
  describe(name, () => {
    describe('reading', () => readingCases(open))
    describe('snapshots', () => snapshotCases(open))
    describe('limits', () => limitCases(open))
    describe('writing', () => writingCases(open))
    describe('commits', () => commitCases(open))
  })
}
