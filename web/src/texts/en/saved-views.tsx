import { texts } from '../texts.ts'

export const savedViewsTexts = texts('savedViews', {
  chosen: (filter: string, values: string) => `${filter}: ${values} chosen`,
  views: 'Views',
  savedViews: 'Saved views',
  loading: 'Loading …',
  tryAgain: 'Try again',
  yourViews: 'Your views',
  sharedWithYou: 'Shared with you',
  aboutSavedViews: 'About saved views',
  renameShareOrDeleteViews: 'Rename, share or delete views',
  saveThisPageAs: 'Save this page as',
  weeklyAdmob: 'Weekly, AdMob',
  save: 'Save',
  savedAs: (name: string) => `Saved as ${name}`,
})
