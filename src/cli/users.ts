import type { Command } from 'commander'
import { readBaseUrl } from '../config/serve.ts'
import { readWholeNumber } from '../config/settings.ts'
import type { Role } from '../publishers/user.ts'
import {
  type InvitationView,
  invitationJson,
  type MemberView,
  memberJson,
  type SessionView,
} from '../use-cases/user-view.ts'
import { askPassword } from './ask-password.ts'
import { takes } from './command-fields.ts'
import { callUseCase } from './connect.ts'
import { collectValues, dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { print, printResult, printTable } from './print.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

const roleText = 'owner, editor, finance or viewer'
const appText = 'an app that the user may see; repeatable'
const userText = 'the e-mail address or username that the user signs in with'

/** The apps that a user may see, as options. */
interface AppsOptions {
  readonly appId?: string[]
  readonly allApps?: true
}

function inviteCommand(shell: Shell): Command {
  return dataCommand({
    name: 'invite',
    summary: 'Invite someone to an account, and print the link that accepts the invitation.',
    details:
      'The link works once, for 7 days. Inviting the same address again cancels the earlier link.',
    examples: [
      'users invite studio ada@example.com --role editor',
      'users invite studio bob@example.com --role viewer --app-id mygame-ios --app-id mygame-android',
    ],
  })
    .argument('<username>', 'the account')
    .argument('<user>', 'an e-mail address, or the username of a user')
    .requiredOption('--role <role>', roleText)
    .option('--app-id <app-id>', `${appText} (default: all)`, collectValues)
    .option(
      '--base-url <url>',
      'public address of the dashboard, for the link (default: none, or ADTALLY_BASE_URL)',
    )
    .addOption(jsonOption())
    .action(
      async (
        username: string,
        user: string,
        options: JsonOptions & AppsOptions & { role: Role; baseUrl?: string },
      ) => {
        const base = readBaseUrl(options.baseUrl, shell.env) ?? ''
        const { inviteUser } = await import('../use-cases/invite-user.ts')
        const request = { username, user, role: options.role, ...appsOf(options) }
        const { token, ...invited } = await callUseCase(shell, options, inviteUser, request)
        const link = `${base}/dashboard/invitation/${token}`
        printResult(shell, options, { ...invitationJson(invited), link }, link)
      },
    )
}

const list = useCaseCommand({
  name: 'list',
  summary: 'List the users of an account, and its open invitations.',
  examples: ['users list studio', 'users list studio --json'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/list-users.ts')).listUsers,
  toJson: ({ users, invitations }) => ({
    users: users.map(memberJson),
    invitations: invitations.map(invitationJson),
  }),
  show: (shell, { users, invitations }, { username }) => {
    const header = ['user', 'role', 'apps', 'signs in with', 'last use (UTC)']
    const rows = [...users.map(memberRow), ...invitations.map(invitationRow)]
    if (rows.length > 0) return printTable(shell, header, rows)
    print(
      shell,
      `No users yet. Set a password: adtally accounts set-password ${username}, or invite someone: adtally users invite ${username} EMAIL --role owner`,
    )
  },
})

const setRole = useCaseCommand({
  name: 'set-role',
  summary: 'Give a user of an account another role, or other apps.',
  details:
    'It takes effect with the next request. Without options, the user sees the same apps as before. Owners and the role finance see all apps. An account keeps at least one owner.',
  examples: [
    'users set-role studio ada@example.com viewer',
    'users set-role studio ada@example.com viewer --app-id mygame-ios',
    'users set-role studio ada@example.com editor --all-apps',
  ],
  arguments: { username: 'the account', user: userText, role: roleText },
  otherOptions: {
    appId: takes('<app-id>', appText, { repeats: true }),
    allApps: { about: 'the user sees all apps, later ones included', conflicts: 'appId' },
  },
  complete: (_, __, options: AppsOptions) => appsOf(options),
  isPlain: true,
  useCase: async () => (await import('../use-cases/set-role.ts')).setRole,
  line: ({ user, role, apps }, { username }) => {
    const seeing = apps === null ? '' : `, and sees only ${appsText(apps)}`
    return `${user} is now ${role} of ${username}${seeing}.`
  },
})

const remove = useCaseCommand({
  name: 'remove',
  summary: 'Remove a user from an account, or withdraw an invitation.',
  details: 'It takes effect with the next request. An account keeps at least one owner.',
  examples: ['users remove studio ada@example.com'],
  arguments: { username: 'the account', user: userText },
  isPlain: true,
  useCase: async () => (await import('../use-cases/remove-user.ts')).removeUser,
  line: ({ wasInvited }, { username, user }) =>
    wasInvited
      ? `The invitation of ${user} to ${username} is withdrawn.`
      : `${user} is no longer a user of ${username}.`,
})

const setPassword = useCaseCommand({
  name: 'set-password',
  summary: "Set a user's password.",
  details:
    'Prompts for the password, or reads the first line of stdin. The user is signed out everywhere.',
  examples: ['users set-password ada@example.com'],
  arguments: { user: userText },
  isPlain: true,
  complete: async (shell) => ({ password: await askPassword(shell) }),
  useCase: async () => (await import('../use-cases/set-user-password.ts')).setUserPassword,
  line: (_, { user }) => `The password of ${user} is set. Sign in at /dashboard.`,
})

const resetSecondFactor = useCaseCommand({
  name: 'reset-second-factor',
  summary: 'Remove the second factor of a user who has lost it.',
  examples: ['users reset-second-factor ada@example.com'],
  arguments: { user: userText },
  isPlain: true,
  useCase: async () => (await import('../use-cases/reset-second-factor.ts')).resetSecondFactor,
  line: (_, { user }) => `${user} signs in without a second factor now.`,
})

const sessions = useCaseCommand({
  name: 'sessions',
  summary: 'List the open sessions of a user.',
  examples: ['users sessions ada@example.com'],
  arguments: { user: userText },
  useCase: async () => (await import('../use-cases/list-sessions.ts')).listSessions,
  toJson: (open) => open.map(sessionJson),
  table: {
    header: ['id', 'browser', 'network', 'signed in (UTC)', 'last use (UTC)'],
    toRow: ({ id, browser, network, openedAt, lastUsedAt }) => [
      String(id),
      browser || 'unknown',
      network || 'unknown',
      minuteOf(openedAt),
      minuteOf(lastUsedAt),
    ],
    whenEmpty: 'No open sessions.',
  },
})

const endSessions = useCaseCommand({
  name: 'end-sessions',
  summary: 'Sign a user out everywhere, or end one session.',
  examples: [
    'users end-sessions ada@example.com',
    'users end-sessions ada@example.com --session 12',
  ],
  arguments: { user: userText },
  options: {
    session: takes('<id>', 'only this session (default: all)', {
      read: (text) => readWholeNumber('--session', text, 1, Number.MAX_SAFE_INTEGER),
    }),
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/end-sessions.ts')).endSessions,
  line: (_, { user, session }) =>
    session === undefined ? `${user} is signed out everywhere.` : `Session ${session} has ended.`,
})

/** `adtally users`: who signs in to which accounts. */
export const usersCommand = commandGroup(
  {
    name: 'users',
    summary: 'Manage who signs in to the dashboard, and what they may do there.',
    examples: ['users invite studio ada@example.com --role editor', 'users list studio'],
  },
  [inviteCommand, list, setRole, remove, setPassword, resetSecondFactor, sessions, endSessions],
)

const minuteOf = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

const appsOf = ({ appId, allApps }: AppsOptions) => ({
  ...(appId && { apps: appId }),
  ...(allApps && { apps: null }),
})

/** All of a user's apps may have been merged or deleted. */
const appsText = (apps: readonly string[] | null): string =>
  apps === null ? 'all' : apps.join(', ') || 'none'

function memberRow(member: MemberView): string[] {
  const ways = [
    ...(member.hasPassword ? [member.hasSecondFactor ? 'password and code' : 'password'] : []),
    ...member.providers,
  ]
  const lastUse = member.lastUsedAt === null ? '-' : minuteOf(member.lastUsedAt)
  return [member.user, member.role, appsText(member.apps), ways.join(', ') || '-', lastUse]
}

const invitationRow = ({ user, role, apps, expiresAt }: InvitationView): string[] => [
  user,
  role,
  appsText(apps),
  `invited until ${minuteOf(expiresAt)}`,
  '-',
]

const sessionJson = ({ id, browser, network, openedAt, lastUsedAt }: SessionView) => ({
  id,
  browser,
  network,
  opened_at: openedAt,
  last_used_at: lastUsedAt,
})
