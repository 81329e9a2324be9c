import type { Asked, AskKind } from '../asks.ts'
import type { Address } from '../load/load-types.ts'
import type { Measured, Side } from '../load/measure.ts'

/** A file with a year of figures, in Adtally's own format. */
export interface PeerRows {
  /** For what a peer writes. Its users may read it. */
  readonly folder: string
  readonly csv: string
  readonly appCount: number
  readonly rowCount: number
}

/** A database with an interface, filled with the rows. */
export interface Peer {
  readonly name: string
  /** From the file until it can answer, with the indexes and views that its user would create. */
  readonly loadSeconds: number
  /** What it is asked; everything when absent. */
  readonly kinds?: readonly PeerKind[]
  /** Its HTTP interface; a peer without one runs the questions itself. */
  readonly asks:
    | { readonly side: Side; readonly address: (kind: PeerKind, asked: Asked) => Address }
    | {
        readonly run: (
          kind: PeerKind,
          asked: readonly Asked[],
          seconds: number,
        ) => Promise<Measured>
      }
  stop(): Promise<void>
}

/** What peers are asked, by the names of {@link AskKind}. */
export const peerKinds = {
  week: "one app's week in full detail",
  month: "one app's month by network",
  year: "all apps' year",
} as const satisfies Record<string, AskKind['name']>

export type PeerKind = keyof typeof peerKinds
