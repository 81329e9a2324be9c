import type { Vault } from '../sealing/vault.ts'
import type { Connector, FieldValues } from '../sources/connector.ts'

/**
 * The key of a network's limits, which all connections of an account share that have the same login there. Other
 * accounts have another key: what identifies a login may be public.
 *
 * @param accountId the account of this installation
 * @returns 43 characters of base64url
 */
export function accountKey(
  vault: Vault,
  accountId: number,
  { hosts, fields, account }: Connector,
  given: FieldValues,
): string {
  const secrets = Object.keys(fields).filter((field) => fields[field]!.isSecret)
  const identifying = [...(account ?? secrets)].sort()
  const values = identifying.map((field) => [field, given[field] ?? ''])
  return vault.fingerprint(JSON.stringify([accountId, hosts[0], values]))
}
