import fc from 'fast-check'

/** How many cases each property test on real stores draws. */
export const caseCount = Number(process.env.ADTALLY_PROPERTY_CASES || 100)

export const batchSize = 10

/** The same size always: cases are drawn to share imports, which take most of the time. */
export const batchOf = <Case>(drawn: fc.Arbitrary<Case>): fc.Arbitrary<Case[]> =>
  fc.array(drawn, { minLength: batchSize, maxLength: batchSize, size: 'max' })

/**
 * Checks a property for {@link caseCount} cases, rounded up to whole batches.
 *
 * A batch that fails is reported as it was drawn: with real stores, looking for a smaller one
 * would take longer than a test may.
 */
export async function checkBatches<Batch>(
  batch: fc.Arbitrary<Batch>,
  holds: (batch: Batch) => Promise<void>,
): Promise<void> {
  const numRuns = Math.ceil(caseCount / batchSize)
  await fc.assert(fc.asyncProperty(batch, holds), { numRuns, endOnFailure: true })
}
