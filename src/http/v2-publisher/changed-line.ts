import { Type } from 'typebox'
import { component, count, day, decimal, instant, nullable, text } from '../openapi/members.ts'

const row = component('ChangedRow', {
  ad_format: text(),
  country: text(),
  ad_tag: text(),
  impressions: count(),
  clicks: nullable(count('Null where the network does not report them.')),
  installs: nullable(count('Null where the network does not report them.')),
  requests: nullable(count('Null where the network does not report them.')),
  matched_requests: nullable(count('Null where the network does not report them.')),
  revenue: decimal('In the currency of the first line.'),
  revenue_micros: count('Revenue in millionths of the currency.'),
})

const usersRow = component('ChangedUsersRow', {
  country: text(),
  dau: count(),
  new_users: nullable(count('Null where the source does not count them.')),
  sessions: nullable(count('Null where the source does not count them.')),
})

const state = component('ChangedState', {
  as_of: nullable(instant('When the last of these changes was committed; null before the first.')),
  currency: text('ISO 4217, of all money.'),
})

const slice = component('ChangedSlice', {
  date: day("A day of the network's report."),
  app_id: text(),
  network: text(),
  changed_at: instant('When the slice changed last.'),
  rows: Type.Array(row, { description: 'All rows of the slice; without any, it is gone.' }),
})

const usersSlice = component('ChangedUsersSlice', {
  date: day(),
  app_id: text(),
  source: text(),
  changed_at: instant('When the slice changed last.'),
  rows: Type.Array(usersRow, { description: 'All rows of the slice; without any, it is gone.' }),
})

const checkpoint = component('ChangedCheckpoint', {
  cursor: text('Everything before this line is read: pass it as `since` to go on here.'),
})

const end = component('ChangedEnd', {
  next_cursor: text('Pass it as `since` the next time.'),
  has_more: Type.Boolean(),
})

/** A line of changed slices, for its description. */
export const changedLine = Type.Union([state, checkpoint, slice, usersSlice, end], {
  title: 'ChangedLine',
  description: 'The state is the first line, the end the last one of a whole answer.',
})
