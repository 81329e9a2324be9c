import type { UserDetails } from '../community/user.ts'
import type { RefusedRecord } from './put-game.ts'

/**
 * Finds the users of a batch whose usernames no other user has after the batch. If two have the same
 * id, the later one counts.
 *
 * @param present the stored users with one of the batch's ids or usernames
 */
export function resolveUsernameConflicts(
  users: readonly UserDetails[],
  present: readonly Pick<UserDetails, 'id' | 'username'>[],
): { kept: Map<string, UserDetails>; refused: RefusedRecord[] } {
  const wanted = new Map(users.map((user, index) => [user.id, { user, index }]))
  const refused: RefusedRecord[] = []
  // A refused user keeps a name that another may have received, so the search starts again.
  for (let settled = false; !settled; ) {
    settled = true
    const holders = new Map(
      present.filter(({ id }) => !wanted.has(id)).map(({ id, username }) => [username, id]),
    )
    for (const [id, { user, index }] of wanted) {
      const holder = holders.get(user.username)
      if (holder === undefined) {
        holders.set(user.username, id)
        continue
      }
      const accepts = `a username that no other user has; the user "${holder}" has it`
      refused.push({ index, member: 'username', accepts })
      wanted.delete(id)
      settled = false
    }
  }
  return { kept: new Map([...wanted].map(([id, { user }]) => [id, user])), refused }
}
