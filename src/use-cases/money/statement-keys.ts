import { Type } from 'typebox'
import Format from 'typebox/format'
import {
  isStatementKey,
  keyFingerprint,
  statementKeyAccepts,
} from '../../partners/statement-signing.ts'
import type { TrustedKey } from '../../settlement/trusted-key.ts'
import { formatInstant } from '../../values/instant.ts'
import { givenName, identifier, username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { actor } from './money-fields.ts'

Format.Set('statement-key', isStatementKey)

const publicKey = Type.String({
  maxLength: 64,
  format: 'statement-key',
  description: statementKeyAccepts,
})

/** A key that an account trusts to sign statements. */
export interface StatementKeyView {
  readonly name: string
  readonly network: string
  readonly key: string
  /** For people who compare keys. */
  readonly fingerprint: string
  readonly added_at: string
  /** Null for a command. */
  readonly added_by: string | null
}

const toView = ({
  name,
  network,
  publicKey: key,
  addedAtMs,
  addedBy,
}: TrustedKey): StatementKeyView => ({
  name,
  network,
  key,
  fingerprint: keyFingerprint(key),
  added_at: formatInstant(addedAtMs),
  added_by: addedBy,
})

/** The keys that an account trusts, by name. */
export const listStatementKeys = useCase({
  name: 'list-statement-keys',
  request: { username },
  audit: readsOnly,
  run: async ({ statementKeys }, { username }): Promise<StatementKeyView[]> =>
    (await statementKeys.list(username)).map(toView),
})

/** Trusts a key: statements that it signed are imported, as those of a network. */
export const trustStatementKey = useCase({
  name: 'trust-statement-key',
  request: {
    username,
    name: givenName,
    key: publicKey,
    network: identifier,
    by: Type.Optional(actor),
  },
  run: async ({ statementKeys }, { username, name, key, network, by = null }) =>
    toView(await statementKeys.add(username, { name, network, publicKey: key, addedBy: by })),
  audit: ({ username }, { name, network, key }) => [
    { action: 'statement_key_trusted', account: username, facts: { name, network, key } },
  ],
})

/** Stops trusting a key. Statements that were imported stay. */
export const forgetStatementKey = useCase({
  name: 'forget-statement-key',
  request: { username, name: givenName },
  run: async ({ statementKeys }, { username, name }) =>
    toView(await statementKeys.remove(username, name)),
  audit: ({ username }, { name, network, key }) => [
    { action: 'statement_key_distrusted', account: username, facts: { name, network, key } },
  ],
})
