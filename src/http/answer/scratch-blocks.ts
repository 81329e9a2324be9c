/** As long as answers that are sent in one piece. */
export const scratchBytes = 262_144
/** Answers that are written at the same time and wait for a store between; more of them make their own. */
const maxKept = 8
const kept: Buffer[] = []

/** Lends a block, whose bytes may be anything, until it is returned. A block that is not is collected. */
export const borrowScratch = (): Buffer => kept.pop() ?? Buffer.allocUnsafeSlow(scratchBytes)

export function returnScratch(block: Buffer): void {
  if (kept.length < maxKept) kept.push(block)
}
