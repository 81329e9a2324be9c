import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const appsTexts = texts('apps', {
  apps: 'Apps',
  about: (imports: ReactNode) => (
    <>
      Links tell which app a network’s id means. An import on the {imports} page asks for links that
      are missing.
    </>
  ),
  imports: 'Imports',
  noApps: 'No apps',
  howAppsCome: (imports: ReactNode) => (
    <>Import a report on the {imports} page. It can create the apps that it names.</>
  ),
  noneFound: 'No app fits the search.',
  search: 'Search apps',
  app: 'App',
  platform: 'Platform',
  identifiers: 'Identifiers',
  linkedFrom: 'Linked from',
  archived: 'Archived',
  renameTheApp: (name: string) => `Rename ${name}`,
  link: 'Link',
  linkTheApp: (name: string) => `Link a network’s app to ${name}`,
  aboutLink: 'Imports of this id go to the app from the next import on.',
  network: 'Network, for example admob',
  networkAppId: 'The network’s id of the app',
  unlink: 'Unlink',
  aboutLinkOf: (network: string, id: string) => `${network} ${id}`,
  unlinkTitle: (network: string, id: string) => `Unlink ${network} ${id}?`,
  aboutUnlink: 'Imported figures stay. The next import looks the app up by its store identifiers.',
  merge: 'Merge',
  mergeTheApp: (name: string) => `Merge ${name} into another app`,
  aboutMerge:
    'Its figures are added to the other app’s, and imports of its figures go there. You can undo the merge on the Imports page.',
  into: 'Into',
  chooseAnApp: 'Choose an app',
  preview: 'Show what would move',
  wouldMove: (slices: string, revenue: string, added: string) =>
    `${slices} (a day, app and network) with ${revenue} of revenue would move. ${added} of the other app would get figures added.`,
})
