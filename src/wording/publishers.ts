import type { PublisherRefusals } from '../publishers/refusals.ts'
import { thenRun } from './phrases.ts'
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
  key_name_taken: ({ username, name }) =>
    `The account "${username}" already has a key named "${name}". Choose another name, or rotate that key`,
  key_not_narrower: ({ name }) =>
    `The key "${name}" cannot be allowed more than it is now. Create another key`,
  too_many_keys: ({ username, max }) =>
    `The account "${username}" has ${max} keys, which is the most. Revoke one first`,
  expiry_in_the_past: ({ expiresAt }) =>
    `The expiry ${expiresAt} is in the past. Choose a later day, or revoke the key`,
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
  unknown_link: ({ network, networkAppId }, vocabulary) =>
    thenRun(
      `There is no link from ${network} ${JSON.stringify(networkAppId)} to an app`,
      vocabulary,
      'List the links',
      'apps links USERNAME',
    ),
  app_merged: ({ appId, into }) =>
    `Nothing was imported. The app "${appId}" was merged into "${into}". Remove its row from the file`,
  network_app_linked_elsewhere: ({ network, networkAppId, appId, newAppId }, { option }) =>
    `Nothing was changed. ${network} ${JSON.stringify(networkAppId)} is linked to the app "${appId}", and imports of its figures go there. To link it to "${newAppId}" from now on, add ${option('replace')}`,
  network_app_linked: ({ network, networkAppId }) =>
    `Nothing was imported. ${network} ${JSON.stringify(networkAppId)} was linked to an app during the import. Import the files again`,
}
