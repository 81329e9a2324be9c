import { type Asked, monthOfApp, weekOfApp, yearOfAll } from '../asks.ts'
import type { Size } from '../figures-shape.ts'
import type { Address, Side } from '../load.ts'

/** A file with a year of figures, in Adtally's own format. */
export interface PeerRows extends Size {
  /** For what a peer writes. Its users may read it. */
  readonly folder: string
  readonly csv: string
}

/** A database with an HTTP interface, filled with the rows. */
export interface Peer extends AsyncDisposable {
  readonly name: string
  /** From the file until it can answer, with the indexes and views that its user would create. */
  readonly loadSeconds: number
  readonly side: Side
  readonly address: (kind: PeerKind, asked: Asked) => Address
}

/** The questions that peers are asked. */
export const peerKinds = { week: weekOfApp, month: monthOfApp, year: yearOfAll } as const

export type PeerKind = keyof typeof peerKinds
