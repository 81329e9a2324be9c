import type { CountedTables } from '../../change-triggers.ts'

/**
 * Records and ledgers that servers remember: committed changes of them are counted. Changes of apps are counted through
 * `catalogue_state`; the use of a key is none.
 */
export const countedTables: CountedTables = {
  accounts: null,
  api_keys: [
    ...['account_id', 'name', 'key_hash', 'key_sealed', 'previous_hash', 'previous_until_ms'],
    ...['permissions', 'apps', 'expires_at_ms'],
  ],
  report_links: null,
  catalogue_state: null,
  figure_entries: null,
  unfinished_entries: null,
  touched_accounts: null,
  installation: ['generation'],
}
