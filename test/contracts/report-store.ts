import { describe } from 'vitest'
import { commitCases } from './commit-cases.ts'
import { limitCases } from './limit-cases.ts'
import { memoryCases } from './memory-cases.ts'
import { readingCases } from './reading-cases.ts'
import { reportCases } from './report-cases.ts'
import { snapshotCases } from './snapshot-cases.ts'
import { stateCases } from './state-cases.ts'
import type { OpenStore } from './stored-figures.ts'
import { writingCases } from './writing-cases.ts'

/**
 * The cases for every adapter of the ports `ReportStore` and `SliceStore`.
 *
 * @param open opens a new store with each call
 */
export function describeReportStore(name: string, open: () => Promise<OpenStore>): void {
  describeLongAnswers(name, open)
  describe(name, () => {
    describe('reading', () => readingCases(open))
    describe('reports', () => reportCases(open))
    describe('writing', () => writingCases(open))
    describe('commits', () => commitCases(open))
    describe('states of accounts', () => stateCases(open))
  })
}

/** The cases among them with more rows than an engine reads at once. */
export function describeLongAnswers(name: string, open: () => Promise<OpenStore>): void {
  describe(name, () => {
    describe('snapshots', () => snapshotCases(open))
    describe('limits', () => limitCases(open))
  })
}

/** Figures in memory in front of an adapter. They ask it only what the other cases ask. */
export function describeBehindMemory(name: string, open: () => Promise<OpenStore>): void {
  describe(name, () => {
    describe('behind memory', () => memoryCases(open))
  })
}
