import { texts } from '../texts.ts'

export const reportsTexts = texts('reports', {
  tooManyRows: (rows: string) =>
    `There are more than ${rows} rows. Download CSV, or choose fewer days or rows.`,
  /** Titles of the columns of a report. */
  titles: {
    date: 'Day',
    week: 'Week',
    month: 'Month',
    app_id: 'App',
    app_name: 'App name',
    platform: 'Platform',
    network: 'Network',
    ad_format: 'Format',
    country: 'Country',
    ad_tag: 'Ad tag',
    currency: 'Currency',
  } as Readonly<Record<string, string>>,
  notATable: 'This link is not a table of figures.',
})
