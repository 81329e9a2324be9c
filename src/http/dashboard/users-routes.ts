import { Type } from 'typebox'
import { roles } from '../../publishers/user.ts'
import { inviteUser } from '../../use-cases/invite-user.ts'
import { listUsers } from '../../use-cases/list-users.ts'
import { removeUser } from '../../use-cases/remove-user.ts'
import { setRole } from '../../use-cases/set-role.ts'
import { invitationJson, memberJson } from '../../use-cases/user-view.ts'
import type { DashboardServices } from '../services.ts'
import { ofAccount } from './route-table.ts'

const user = Type.String({ minLength: 1, maxLength: 254 })
const role = Type.Enum([...roles])
/** The use cases check them, so that a refusal names the field. */
const apps = Type.Optional(Type.Unsafe<string[] | null>({}))
const grantBody = Type.Object({ user, role, apps })
const userBody = Type.Object({ user })
/** A thousand app ids, escaped. */
const maxBodyBytes = 1_048_576

/** The users of the account and its invitations, for owners. */
export const usersRoutes = ({ settings }: DashboardServices) => ({
  'GET /users': ofAccount({
    needs: 'manage',
    answer: async ({ username, call }) => {
      const { users, invitations } = await call(listUsers, { username })
      return { users: users.map(memberJson), invitations: invitations.map(invitationJson) }
    },
  }),
  'POST /invitations': ofAccount({
    needs: 'manage',
    body: grantBody,
    maxBodyBytes,
    answer: async ({ principal, username, body, call }) => {
      const { token, ...invitation } = await call(inviteUser, {
        ...body,
        username,
        user: body.user.trim(),
        invitedBy: principal.name,
      })
      const link = `${settings.baseUrl()}/dashboard/invitation/${token}`
      return { ...invitationJson(invitation), link }
    },
  }),
  'POST /users/role': ofAccount({
    needs: 'manage',
    body: grantBody,
    maxBodyBytes,
    answer: async ({ username, body, call }) => {
      await call(setRole, { ...body, username })
      return {}
    },
  }),
  'POST /users/remove': ofAccount({
    needs: 'manage',
    body: userBody,
    answer: async ({ username, body, call }) => {
      await call(removeUser, { ...body, username })
      return {}
    },
  }),
})
