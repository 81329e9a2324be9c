import fc from 'fast-check'

/** The number of cases of each property test on real stores: few where someone waits for them. */
export const caseCount = Number(process.env.ADTALLY_PROPERTY_CASES || (process.env.CI ? 10 : 4))

/** Long enough for a busy machine, and for servers. */
export const propertyTimeoutMs = 600_000 + 3_000 * caseCount

/** Smaller batches are hardly faster, and some sequences have more steps than a smaller one has accounts. */
export const batchSize = 10

/** Batches of a fixed size: cases share imports, which take most of the time. */
export const batchOf = <Case>(drawn: fc.Arbitrary<Case>): fc.Arbitrary<Case[]> =>
  fc.array(drawn, { minLength: batchSize, maxLength: batchSize, size: 'max' })

/**
 * Checks a property for {@link caseCount} cases, rounded up to whole batches.
 *
 * A failing batch is not shrunk: with real stores that would take longer than a test may.
 */
export async function checkBatches<Batch>(
  batch: fc.Arbitrary<Batch>,
  check: (batch: Batch) => Promise<void>,
): Promise<void> {
  const numRuns = Math.ceil(caseCount / batchSize)
  await fc.assert(fc.asyncProperty(batch, check), { numRuns, endOnFailure: true })
}
