import { texts } from '../texts.ts'

export const savedViewsTexts = texts('savedViews', {
  chosen: (breakdownTitles: string, values: string) => `${breakdownTitles}: ${values} chosen`,
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
