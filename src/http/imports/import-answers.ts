import { Type } from 'typebox'
import type { ImportRequestState } from '../../ledger/import-requests.ts'
import type { ImportProgress } from '../../sources/import-progress.ts'
import type { SecondaryRows } from '../../staging/import-summary.ts'
import { importEntry } from '../openapi/import-entry.ts'
import {
  component,
  count,
  day,
  decimal,
  instant,
  nullable,
  oneOf,
  text,
} from '../openapi/members.ts'
import { problemSchema } from '../openapi/problem-schema.ts'

/** The schemas of the answers to imports over HTTP. */

const bySource = Type.Record(Type.String(), count())
const byCurrency = Type.Record(Type.String(), text())

const effect = {
  source: text(),
  source_title: text(),
  day_zone: text("The clock whose midnights divide the report's days."),
  report: nullable(text('Of a secondary report.')),
  files: Type.Array(text()),
  networks: Type.Array(text()),
  kind: Type.Optional(text('The kind of fact, such as `audience`; absent for ad figures.')),
  totals: Type.Optional(
    Type.Record(Type.String(), text(), {
      description:
        'The total of the first number that all rows of the kind have; absent for ad figures.',
    }),
  ),
  rows: count(),
  slices: count(),
  replaced_slices: count(),
  unchanged_slices: count(),
  other_sources: bySource,
  kept_other_sources: bySource,
  not_written: Type.Optional(
    Type.Array(
      Type.Object({
        source: text(),
        network: text('The network, or the source of users.'),
        slices: count(),
        rows: count(),
        first_day: day(),
        last_day: day(),
      }),
      { description: 'Rows that were left out, because another source stated their slices.' },
    ),
  ),
  secondary: Type.Array(
    Type.Object({
      account: text(),
      network: text(),
      report: text('The name of the secondary report that has the rows.'),
      counts: oneOf<SecondaryRows['counts']>(['own report', 'other mediation']),
      days: count(),
      first_day: day(),
      last_day: day(),
      impressions: text('A decimal.'),
      revenue: text('A decimal.'),
      counted_revenue: text('Of what counts instead. A decimal.'),
      currency: text(),
    }),
    { description: 'Rows of mediations that do not count, because others of the network do.' },
  ),
  first_day: nullable(day()),
  last_day: nullable(day()),
  last_day_in_future: Type.Boolean(),
  impressions: text('A decimal.'),
  revenue: byCurrency,
  converted: byCurrency,
  earlier_rates: Type.Optional(
    Type.Array(Type.Object({ day: day(), currency: text(), rate_day: day() }), {
      description: 'Money that was converted by the rate of an earlier day; the first of them.',
    }),
  ),
  more_earlier_rates: Type.Optional(count()),
  created_apps: Type.Array(text()),
  matched_apps: Type.Array(
    Type.Object({ name: text(), network_app_id: text(), platform: text(), app_id: text() }),
    { description: 'Existing apps that were found by name and platform, and linked.' },
  ),
  unknown_countries: bySource,
  unknown_formats: bySource,
  // Answers of before have none of these.
  new_networks: Type.Optional(
    Type.Record(Type.String(), text(), {
      description:
        'Names of networks that Adtally does not know, by the networks that they are counted as.',
    }),
  ),
  set_aside: Type.Optional(
    Type.Array(
      Type.Object({
        name: text('As the report has it.'),
        similar_to: text('The network that the name resembles.'),
        rows: count(),
        impressions: text('A decimal.'),
        revenue: byCurrency,
      }),
      { description: 'Rows that are left out until a person answers which network they are of.' },
    ),
  ),
  unused_columns: Type.Optional(
    Type.Array(text(), {
      description: 'Columns that no figures were read from. Rates and averages are not listed.',
    }),
  ),
  skipped_rows: count(),
  skipped_slices: count(),
}

export const importSummary = component('ImportSummary', {
  import: count(),
  recorded_at: instant(),
  later_than_clock: Type.Boolean(),
  ...effect,
})

export const importPreview = component('ImportPreview', {
  ...effect,
  removed_slices: count(),
  days: Type.Array(
    Type.Object({
      network: text(),
      day: day(),
      rows: count(),
      slices_added: count(),
      slices_restated: count(),
      slices_unchanged: count(),
      slices_removed: count(),
      total_before: Type.Optional(text('Of kinds other than ad figures.')),
      total_after: Type.Optional(text()),
      impressions_before: text(),
      impressions_after: text(),
      revenue_before: text(),
      revenue_after: text(),
    }),
  ),
  more_days: count('Networks and days that are not listed.'),
})

export const importRequestView = component(
  'Import',
  {
    id: nullable(text('Of the request; null for an import that came another way, or long ago.')),
    state: oneOf<ImportRequestState>(['receiving', 'running', 'done', 'refused', 'failed']),
    dry_run: Type.Boolean(),
    created_at: instant(),
    ended_at: nullable(instant()),
    files: nullable(Type.Array(text())),
    bytes: nullable(count()),
    progress: nullable(
      Type.Object({
        phase: oneOf<ImportProgress['phase']>(['reading', 'checking', 'writing']),
        rows: Type.Optional(count()),
        fraction: Type.Optional(decimal('From 0 to 1.')),
      }),
    ),
    import: nullable(count('The number of its ledger entry.')),
    summary: nullable(Type.Union([importSummary, importPreview])),
    entry: nullable(importEntry),
    problem: nullable(problemSchema),
  },
  'An import, and what became of it.',
)

export const undoneSlices = {
  undo: count(),
  import: count(),
  restored_slices: count(),
  removed_slices: count(),
  kept_slices: count('A later import had written them.'),
}
