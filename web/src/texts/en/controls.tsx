import { texts } from '../texts.ts'

export const controlsTexts = texts('controls', {
  earlier: 'Earlier',
  later: 'Later',
  firstDayToCompare: 'The first day to compare with',
  orChooseFirstDay: 'Or choose the first day of the other range.',
  comparedWith: 'Compared with',
  copied: 'Copied',
  notCopied: 'Not copied: the browser does not allow it',
  all: 'All',
  apps: 'Apps',
  none: 'None',
  andMore: (more: number) => ` and ${more} more`,
  filterBy: (title: string) => `Filter by ${title}`,
  search: 'Search',
  loading: 'Loading …',
  nothingMatches: 'Nothing matches.',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  backToTheLatest: 'Back to the latest',
  days: 'Days',
  daysOfNetworks: 'Days are those of the networks.',
})
