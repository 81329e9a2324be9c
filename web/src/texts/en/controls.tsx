import { texts } from '../texts.ts'

export const controlsTexts = texts('controls', {
  earlier: 'Earlier',
  later: 'Later',
  theFirstDayToCompare: 'The first day to compare with',
  orChooseTheFirstDay: 'Or choose the first day of the other range.',
  comparedWith: 'Compared with',
  copied: 'Copied',
  notCopiedTheBrowserDoes: 'Not copied: the browser does not allow it',
  all: 'All',
  filterBy: (title: string) => `Filter by ${title}`,
  search: 'Search',
  loading: 'Loading …',
  nothingMatches: 'Nothing matches.',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  backToTheLatest: 'Back to the latest',
  days: 'Days',
  daysAreThoseOfThe: 'Days are those of the networks.',
})
