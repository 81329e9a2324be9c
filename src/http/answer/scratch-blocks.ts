/** As long as answers that are sent in one piece. */
export const scratchBytes = 524_288
/** Answers that are written or sent at the same time; more of them make their own. */
const maxKept = 16
const kept: Buffer[] = []
/** The memory of blocks that are lent. */
const lent = new WeakSet<ArrayBufferLike>()

/** Lends a block, whose bytes may be anything, until it is returned. A block that is not is collected. */
export function borrowScratch(): Buffer {
  const block = kept.pop() ?? Buffer.allocUnsafeSlow(scratchBytes)
  lent.add(block.buffer)
  return block
}

/** Whether bytes are in a block that another answer uses once it is returned. */
export const isLent = ({ buffer }: Uint8Array): boolean => lent.has(buffer)

/** Takes back the block that bytes are in, if they are in one. Nobody may read them afterwards. */
export function returnScratch({ buffer }: Uint8Array): void {
  if (lent.delete(buffer) && kept.length < maxKept) kept.push(Buffer.from(buffer))
}
