import type { AuditFacts } from '../audit/audit-event.ts'
import type { ApiKey } from '../publishers/api-key.ts'
import type { Permission } from '../publishers/principal.ts'
import { formatDay } from '../values/day.ts'
import { formatInstant } from '../values/instant.ts'
import { appIdsOf } from './key-scope.ts'
import type { Services } from './services.ts'

/** An API key without its secret. */
export interface ApiKeyView {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** App ids; null for all apps. */
  readonly apps: readonly string[] | null
  readonly created_at: string
  /** Null for never. */
  readonly expires_at: string | null
  readonly is_expired: boolean
  /** Until when the key before the last rotation works too; null when it does not. */
  readonly previous_until: string | null
  /** A day in UTC, and the client's network; null for never. */
  readonly last_used_on: string | null
  readonly last_used_from: string | null
}

export async function toApiKeyView(
  key: ApiKey,
  { apps, now }: Pick<Services, 'apps' | 'now'>,
): Promise<ApiKeyView> {
  const nowMs = now().getTime()
  const { name, permissions, expiresAtMs, previousUntilMs, lastUse } = key
  return {
    name,
    permissions,
    apps: await appIdsOf(key.apps, apps),
    created_at: formatInstant(key.createdAtMs),
    expires_at: expiresAtMs === null ? null : formatInstant(expiresAtMs),
    is_expired: expiresAtMs !== null && expiresAtMs <= nowMs,
    previous_until:
      previousUntilMs === null || previousUntilMs <= nowMs ? null : formatInstant(previousUntilMs),
    last_used_on: lastUse ? formatDay(lastUse.day) : null,
    last_used_from: lastUse?.network ?? null,
  }
}

/** A key's name, permissions and limits, as the audit log has them. */
export const scopeFacts = ({
  name,
  permissions,
  apps,
  expires_at: expiresAt,
}: ApiKeyView): AuditFacts => ({
  key_name: name,
  permissions,
  ...(apps && { apps }),
  ...(expiresAt !== null && { expires_at: expiresAt }),
})
