import type { FoundLink } from '../link-store.ts'
import { LinkStore } from '../link-store.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import { RememberedValues } from './remembered-values.ts'

const bytesOf = ({ link }: FoundLink): number =>
  1_000 + 8 * (link.apps?.length ?? 0) + 2 * JSON.stringify(link.question).length

/** Finds report links in memory that were found before. */
export class RememberedLinkStore extends LinkStore {
  readonly #found: RememberedValues<FoundLink>

  constructor(database: RelationalDatabase, maxBytes = 8 * 2 ** 20) {
    super(database)
    this.#found = new RememberedValues(database.writeCount, { maxCount: 10_000, maxBytes, bytesOf })
  }

  override byHash(tokenHash: Uint8Array): Promise<FoundLink | null> {
    return this.#found.get(Buffer.from(tokenHash).toString('base64'), () => super.byHash(tokenHash))
  }
}
