/** Time and processor time of this process, in milliseconds. */
export interface Cost {
  readonly ms: number
  readonly processorMs: number
}

/** Runs work and measures it. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage()
  const started = performance.now()
  await work()
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return { ms, processorMs: (user + system) / 1_000 }
}
