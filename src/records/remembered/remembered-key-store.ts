import type { FoundKey } from '../key-store.ts'
import { KeyStore } from '../key-store.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import { RememberedValues } from './remembered-values.ts'

const bytesOf = ({ key }: FoundKey): number => 1_000 + 8 * (key.apps?.length ?? 0)

/** Finds keys in memory that were found before. Their last use may be an earlier one. */
export class RememberedKeyStore extends KeyStore {
  readonly #found: RememberedValues<FoundKey>

  constructor(database: RelationalDatabase, maxBytes = 8 * 2 ** 20) {
    super(database)
    this.#found = new RememberedValues(database.writeCount, { maxCount: 20_000, maxBytes, bytesOf })
  }

  override byHash(hash: Uint8Array): Promise<FoundKey | null> {
    return this.#found.get(Buffer.from(hash).toString('base64'), () => super.byHash(hash))
  }
}
