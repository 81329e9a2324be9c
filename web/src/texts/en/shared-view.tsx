import type { ReactNode } from 'react'
import { plural, texts } from '../texts.ts'

export const sharedViewTexts = texts('sharedView', {
  sharedFigures: 'Shared figures',
  figuresOf: (account: string) => `Shared figures of ${account}`,
  nothingHere: 'There is nothing at this address',
  askForAnother: (message: string) =>
    `${message} Ask the person who gave it to you for another one.`,
  heatMap: 'Heat map',
  copy: 'Copy',
  onlyFiguresWith: 'Only figures with',
  otherThan: ' other than ',
  firstRows: (rows: string, totalRows: string) => `The first ${rows} of ${totalRows} rows. `,
  numberOfRows: (rows: string, count: number) =>
    `${rows} ${plural(count, { one: 'row', other: 'rows' })}. `,
  firstOfMore: (rows: string, count: number) =>
    `${plural(count, { one: 'The first row', other: `The first ${rows} rows` })}. There are more, and the totals include them. `,
  comparedWith: (days: ReactNode, isOfReportedDays: boolean) => (
    <>
      Compared with {days}
      {isOfReportedDays && ': only days that a network has reported in both ranges'}.{' '}
    </>
  ),
  moneyIsIn: (currency: string) => `Money is in ${currency}.`,
})
