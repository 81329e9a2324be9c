/** A request of a load. */
export interface Address {
  readonly path: string
  /** JSON, sent by POST; GET when absent. */
  readonly body?: string
}

/** What a server is asked, and for how long. */
export interface Load {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** Asked in this order; the load ends with the last one. */
  readonly addresses: readonly Address[]
  /** Starts over after the last address instead. */
  readonly again: boolean
  /** The load ends after this time at the latest. */
  readonly seconds: number
  readonly clients: number
}

/** What the clients of a load saw. */
export interface LoadSeen {
  readonly answers: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}
