import fc from 'fast-check'
import { onTestFinished, test } from 'vitest'
import type { Installation } from '../../src/compose/installation.ts'
import { caseCount, propertyTimeoutMs } from '../property/batches.ts'
import { drawHistory, History } from './drawn-history.ts'
import { expectBooks } from './expect-books.ts'
import { NaiveBooks } from './naive-books.ts'
import { StoredBooks } from './stored-books.ts'

/** The books of drawn histories in stores. @param open gives them a clock after all drawn months */
export function storedBooksCases(open: () => Promise<Installation>): void {
  test(
    `${caseCount} histories of figures, closes, statements and terms give the table of a naive model`,
    async () => {
      const installation = await open()
      onTestFinished(() => installation.close())
      let accounts = 0
      // Merges and compactions have tests of their own.
      const history = drawHistory('merge', 'compaction')
      await fc.assert(
        fc.asyncProperty(history, async ({ currency, actions }) => {
          const model = new NaiveBooks(currency)
          const books = await StoredBooks.create(installation, `studio${++accounts}`, currency)
          const history = new History(model)
          for (const action of actions) {
            const step = history.toStep(action)
            if (!step) continue
            model.take(step)
            await books.take(step)
          }
          expectBooks(await books.read(), model)
        }),
        { numRuns: caseCount, endOnFailure: true },
      )
    },
    propertyTimeoutMs,
  )
}
