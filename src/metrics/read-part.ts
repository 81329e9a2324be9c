/** Metrics that are read from a store when they are asked for. */
export interface MetricsPart {
  readonly name: string
  /** Reads, then sets the metrics. */
  readonly read: () => Promise<void>
  /** Forgets what was set: what is unknown must not look like a value. */
  readonly forget: () => void
}

/** Frequent scrapes put no load on the stores. */
const keptMs = 10_000
/** Scrapes time out after ten seconds by default. */
const patienceMs = 5_000

/** Reads a part once at a time, and waits for it no longer than a scrape may take. */
export class ReadPart {
  readonly name: string
  readonly #part: MetricsPart
  #running: Promise<void> | null = null
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(part: MetricsPart) {
    this.name = part.name
    this.#part = part
  }

  /** @returns whether the part is of the last seconds; else its metrics are gone */
  async refresh(): Promise<boolean> {
    if (performance.now() - this.#readAtMs < keptMs) return true
    this.#running ??= this.#read()
    const isRead = await inTime(this.#running)
    if (!isRead) this.#part.forget()
    return isRead
  }

  async #read(): Promise<void> {
    try {
      await this.#part.read()
      this.#readAtMs = performance.now()
    } finally {
      this.#running = null
    }
  }
}

async function inTime(work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const isDone = work.then(
    () => true,
    () => false,
  )
  return Promise.race([isDone, late]).finally(() => clearTimeout(timer))
}
