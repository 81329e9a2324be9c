import type { PublisherRefusals } from '../publishers/refusals.ts'
import { shellWord } from '../values/shell-word.ts'
import { counted, listed, thenRun, usesCommands } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const publisherWording: Wording<PublisherRefusals> = {
  unknown_account: ({ username }, vocabulary) =>
    thenRun(`There is no account "${username}"`, vocabulary, 'List the accounts', 'accounts list'),
  username_taken: ({ username }) => `The username "${username}" is taken. Choose another one`,
  key_taken: (_, { option }) =>
    `Another account has this key. Choose another one, or leave out ${option('key')} for a random key`,
  unknown_key: ({ username, name }, vocabulary) =>
    thenRun(
      `The account "${username}" has no key named "${name}"`,
      vocabulary,
      'List its keys',
      `keys list ${username}`,
    ),
  key_unreadable: ({ username, name }, vocabulary) =>
    thenRun(
      `The key "${name}" works, but cannot be shown: it was encrypted with another secret, or is damaged`,
      vocabulary,
      'Replace it',
      `keys rotate ${username} ${shellWord(name)}`,
    ),
  key_name_taken: ({ username, name }) =>
    `The account "${username}" already has a key named "${name}". Choose another name, or rotate that key`,
  key_not_narrower: ({ name }) =>
    `The key "${name}" cannot be allowed more than it is now. Create another key`,
  narrowed_by_nothing: ({ name }, { option }) =>
    `The key "${name}" stays as it is. Say what it may still do: ${option('allow')}, ${option('appId')} or ${option('expires')}`,
  too_many_keys: ({ username, max }) =>
    `The account "${username}" has ${max} keys, which is the most. Revoke one first`,
  already_set_up: (_, vocabulary) =>
    thenRun(
      'This server is set up already: sign in at /dashboard',
      ...([vocabulary, 'Set a password', 'accounts set-password USERNAME'] as const),
    ),
  setup_link_over: () =>
    'This set-up link was used, has expired or was replaced by a newer one. Print a new one on the server: adtally setup-link',
  unknown_link: ({ username, name }, vocabulary) =>
    thenRun(
      `The account "${username}" has no report link named "${name}"`,
      vocabulary,
      'List its links',
      `links list ${username}`,
    ),
  link_name_taken: ({ username, name }) =>
    `The account "${username}" already has a report link named "${name}". Choose another name, or revoke that link`,
  too_many_links: ({ username, max }) =>
    `The account "${username}" has ${max} report links, which is the most. Revoke one first`,
  unknown_view: () => 'There is no such saved view. It may have been deleted already',
  view_is_shared: () =>
    'The saved view is shared, and only editors and owners may change or delete shared views. Ask an owner of the account',
  view_name_taken: ({ name }) =>
    `You already have a view named "${name}". Choose another name, or delete that view`,
  too_many_views: ({ max }) => `You have ${max} saved views, which is the most. Delete one first`,
  too_many_shared_views: ({ max }) =>
    `The account has ${max} shared views, which is the most. Stop sharing one first`,
  unknown_note: ({ username, id }, vocabulary) =>
    usesCommands(vocabulary)
      ? thenRun(
          `The account "${username}" has no note ${id}`,
          vocabulary,
          'List its notes',
          `notes list ${username}`,
        )
      : 'There is no such note. It may have been deleted already',
  note_days_refused: ({ from, to, maxDays }) =>
    `A note from ${from} to ${to} is not accepted. Choose a last day that is not before the first one, and at most ${maxDays} days`,
  too_many_notes: ({ username, max }) =>
    `The account "${username}" has ${max} notes, which is the most. Delete one first`,
  unknown_destination: ({ username, name }, vocabulary) =>
    thenRun(
      `The account "${username}" has no destination "${name}"`,
      vocabulary,
      'List its destinations',
      `destinations list ${username}`,
    ),
  destination_name_taken: ({ username, name }) =>
    `The account "${username}" has a destination "${name}" already. Choose another name`,
  too_many_destinations: ({ username, max }) =>
    `The account "${username}" has ${max} destinations, which is the most. Remove one first`,
  destination_refused: ({ field, why }) => `The field ${field} ${why}`,
  unknown_channel: ({ username, name }, vocabulary) =>
    thenRun(
      `The account "${username}" has no channel "${name}"`,
      vocabulary,
      'List its channels',
      `channels list ${username}`,
    ),
  channel_name_taken: ({ username, name }) =>
    `The account "${username}" has a channel "${name}" already. Choose another name`,
  too_many_channels: ({ username, max }) =>
    `The account "${username}" has ${max} channels, which is the most. Remove one first`,
  channel_has_no_secret: ({ name }) =>
    `The channel "${name}" has no secret, because only webhooks are signed`,
  channel_refused: ({ field, why }) => `The field ${field} ${why}`,
  unknown_delivery: ({ username, message }, vocabulary) =>
    thenRun(
      `The account "${username}" has no message "${message}" for this channel`,
      vocabulary,
      'List its messages',
      `messages list ${username}`,
    ),
  unknown_rule: ({ username, name }, vocabulary) =>
    thenRun(
      `The account "${username}" has no rule "${name}" of its own`,
      vocabulary,
      'List its rules',
      `alerts rules ${username}`,
    ),
  too_many_rules: ({ username, max }) =>
    `The account "${username}" has ${max} rules, which is the most. Remove one first`,
  rule_refused: ({ field, why }) => `The field ${field} ${why}`,
  unknown_alert: ({ username, id }, vocabulary) =>
    usesCommands(vocabulary)
      ? thenRun(
          `The account "${username}" has no alert ${id}`,
          vocabulary,
          'List its alerts',
          `alerts list ${username}`,
        )
      : 'There is no such alert',
  too_many_citations: ({ username, max }) =>
    `The account "${username}" has saved ${max} citations, which is the most. Use the long address, which needs no storing`,
  expiry_in_the_past: ({ expiresAt }) =>
    `The expiry ${expiresAt} is in the past. Choose a later one`,
  unknown_login: ({ user }) => `There is no user "${user}". Check the spelling`,
  unknown_member: ({ username, user }, vocabulary) =>
    thenRun(
      `The account "${username}" has no user "${user}"`,
      vocabulary,
      'List its users',
      `users list ${username}`,
    ),
  no_email_address: ({ user }) =>
    `There is no user "${user}" yet. Invite new users with their e-mail address`,
  address_not_ascii: ({ user }) =>
    `The address "${user}" has letters that others look like. Use an address with letters a to z, digits and signs`,
  already_member: ({ username, user }) =>
    `"${user}" already is a user of the account "${username}". Change the role instead`,
  last_owner: ({ username, user }) =>
    `"${user}" is the only owner of the account "${username}". Make another user an owner first`,
  role_limited: ({ user, role }) =>
    `"${user}" cannot have the role ${role} and see only some apps. Choose another role, or all apps`,
  too_many_users: ({ username, max }) =>
    `The account "${username}" has ${max.toLocaleString('en-US')} users and invitations, which is the most. Remove one first`,
  login_not_owner: ({ username }, vocabulary) =>
    thenRun(
      `There is a user "${username}" who is not an owner of the account "${username}"`,
      vocabulary,
      'Invite an owner',
      `users invite ${username} EMAIL --role owner`,
    ),
  unknown_session: ({ user, id }) => `"${user}" has no session ${id}. It may have ended already`,
  second_factor_set: ({ user }) => `"${user}" already has a second factor. Remove it first`,
  no_password: ({ user }) => `"${user}" signs in with a provider, and has no password to change`,
  no_second_factor: ({ user }) => `"${user}" has no second factor, so there is nothing to remove`,
  unknown_app: ({ appId }, vocabulary) =>
    thenRun(
      `There is no app with the app_id "${appId}"`,
      vocabulary,
      'Import it',
      'import apps FILE',
    ),
  app_of_another_account: ({ appId }) =>
    `Nothing was imported. The app "${appId}" belongs to another account; an import does not move apps`,
  app_identifier_taken: ({ appId, column, value, otherAppId }) =>
    `Nothing was imported. The app "${appId}" cannot have the ${column} "${value}": the app "${otherAppId}" has it`,
  app_ended: ({ appId }) =>
    `Nothing was changed. The app "${appId}" was merged or deleted in the meantime`,
  apps_not_mergeable: ({ appId, into, differs }) =>
    differs === 'nothing'
      ? `Nothing was merged. "${appId}" is one app. Choose two`
      : `Nothing was merged. "${appId}" and "${into}" have different ${differs === 'account' ? 'accounts' : 'platforms'}. Only apps of one account and platform can be merged`,
  currency_fixed: ({ username, currency, wanted }, vocabulary) =>
    thenRun(
      `The currency of "${username}" stays ${currency}: its figures are stored in it, and are not converted. Import figures in ${wanted} into an account of its own`,
      vocabulary,
      'Create it',
      `accounts create USERNAME --currency ${wanted}`,
    ),
  unknown_app_link: ({ network, networkAppId }, vocabulary) =>
    thenRun(
      `There is no link from ${network} ${JSON.stringify(networkAppId)} to an app`,
      vocabulary,
      'List the links',
      'apps links USERNAME',
    ),
  app_platform_differs: ({ appId, platform }) =>
    `Nothing was changed. The app "${appId}" is on ${platform}. Choose its platform, or another app`,
  link_ambiguous: ({ network, networkAppId, fits }, vocabulary) => ({
    message: `Nothing was changed. ${counted(fits.length, 'app')} of the account are called ${JSON.stringify(networkAppId)}. State the platform of each link:`,
    details: fits.map(({ appId, platform }) => {
      const words = `apps link --platform ${platform} ${network} ${shellWord(networkAppId)} ${shellWord(appId)}`
      return `  ${vocabulary.command(words) ?? `${platform}: ${appId}`}`
    }),
  }),
  links_of_several_accounts: ({ network, networkAppId, usernames }, { option }) =>
    `Nothing was changed. The accounts ${listed(usernames)} link ${network} ${JSON.stringify(networkAppId)}. Add ${option('account', 'USERNAME')}`,
  app_merged: ({ appId, into }) =>
    `Nothing was imported. The app "${appId}" was merged into "${into}". Remove its row from the file`,
  network_app_linked_elsewhere: ({ network, networkAppId, appId, newAppId }, { option }) =>
    `Nothing was changed. ${network} ${JSON.stringify(networkAppId)} is linked to the app "${appId}", and imports of its figures go there. To link it to "${newAppId}" from now on, add ${option('replace')}`,
  network_app_linked: ({ network, networkAppId }) =>
    `Nothing was imported. ${network} ${JSON.stringify(networkAppId)} was linked to an app during the import. Import the files again`,
}
