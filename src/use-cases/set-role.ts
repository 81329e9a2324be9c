import { Type } from 'typebox'
import { login, role, username } from './fields.ts'
import { appIdsOf, appKeys, appsOfUser } from './key-scope.ts'
import { useCase } from './use-case.ts'
import { grantFacts } from './user-view.ts'

/** Gives a user of an account another role, and other apps. It takes effect with the next request. */
export const setRole = useCase({
  name: 'set-role',
  request: {
    username,
    user: login,
    role,
    /** As before when absent. */
    apps: Type.Optional(appsOfUser),
  },
  run: async (services, { username, user, role, apps: ids }) => {
    const { accounts, apps, users } = services
    const keys = ids && (await appKeys(ids, await accounts.get(username), apps))
    const changed = await users.setRole(username, user, { role, apps: keys })
    return { user: changed.user.login, role, apps: await appIdsOf(changed.apps, apps) }
  },
  audit: ({ username }, changed) => [
    { action: 'role_set', account: username, facts: grantFacts(changed) },
  ],
})
