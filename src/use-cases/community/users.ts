import type { UserDetails } from '../../community/user.ts'
import { patternRule } from '../../values/cell-rule.ts'
import { countryRule, idRule, instantOf, instantRule, nameRule, urlRule } from './cell-rules.ts'
import type { RecordCells, RecordKind } from './record-kind.ts'

export const users: RecordKind = {
  rules: {
    id: idRule(true),
    // Usernames are part of URLs, where "." and ".." mean other pages.
    username: patternRule(
      true,
      /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]{0,63}$/u,
      'letters, digits, dots, hyphens and underscores, at most 64, not starting with a dot or hyphen',
    ),
    display_name: nameRule(false),
    avatar_url: urlRule,
    country_code: countryRule,
    joined_at: instantRule(false),
    closed_at: instantRule(false),
  },
  lists: [],
  checkRow: () => undefined,
  put: (session, rows) => session.putUsers(rows.map(toUser)),
}

function toUser(cells: RecordCells): UserDetails {
  return {
    id: cells.id!,
    username: cells.username!,
    displayName: cells.display_name ?? null,
    avatarUrl: cells.avatar_url ?? null,
    countryCode: cells.country_code ?? null,
    joinedAtMs: instantOf(cells.joined_at ?? null),
    closedAtMs: instantOf(cells.closed_at ?? null),
  }
}
