import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

export const viewsTexts = texts('views', {
  renameTheView: (name: string) => `Rename the view “${name}”`,
  name: 'Name',
  savedViews: 'Saved views',
  aboutViews: 'A view is a page with its days and filters. “Last 7 days” stays the last 7 days.',
  noSavedViews: 'No saved views',
  howToSave: 'Open a page, choose its days and filters, then save it with “Views” at the top.',
  shows: 'Shows',
  seenBy: 'Seen by',
  everyoneInTheAccount: 'Everyone in the account',
  you: 'You',
  saved: 'Saved',
  savedBy: (savedBy: ReactNode) => <>by {savedBy}</>,
  nobodySeesIt: ' Nobody in the account sees it any more.',
  stopSharing: 'Stop sharing',
  share: 'Share',
  delete: 'Delete',
  deleteTheView: (name: string) => `Delete the view “${name}”?`,
  aboutDeleting: (seen: string) => `The figures stay as they are.${seen}`,
  deleteView: 'Delete view',
})
