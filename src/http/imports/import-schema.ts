import { Type } from 'typebox'
import { importedFactNames } from '../../facts/kinds.ts'
import { inputFormats } from '../../sources/readers/input-file.ts'
import { bookings } from '../../values/booking.ts'
import { importEntry } from '../openapi/import-entry.ts'
import { component, count, day, nullable, oneOf, text } from '../openapi/members.ts'
import { importPreview, importRequestView, importSummary, undoneSlices } from './import-answers.ts'

/** The schemas of the requests and answers of imports over HTTP, for their description. */

const flag = (description: string) => Type.Optional(oneOf(['true', 'false'], description))

/** The options of an import; see import-options.ts, which checks them. */
export const importOptions = Type.Object({
  developer: text("the publisher's username"),
  key: Type.Optional(text('the API key; or send it as a bearer token')),
  source: Type.Optional(text("whose report it is; found out from the file's columns when absent")),
  input_format: Type.Optional(oneOf(inputFormats, 'found out when absent')),
  kind: Type.Optional(
    oneOf(importedFactNames, "what a network's report is read as; its usual kind when absent"),
  ),
  day: Type.Optional(day('for reports without a day column')),
  app: Type.Optional(text('the app_id, for reports without an app column')),
  network: Type.Optional(text('for reports without a network column')),
  as: Type.Optional(text('the name of a secondary report, which is compared and not counted')),
  booking: Type.Optional(
    oneOf(bookings, "how a mediation's rows count beside other reports of the same networks"),
  ),
  partial: flag('adds the rows to what is stored, instead of replacing it'),
  create_apps: flag('creates apps that are not known yet'),
  skip_bad_rows: flag('leaves out slices with bad rows, instead of refusing the file'),
  keep_other_sources: flag('keeps what another source stated'),
  dry_run: flag('show what would change, and change nothing'),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'how many seconds to wait for the result; 25 when absent',
    }),
  ),
  file_name: Type.Optional(text('of a file that is the body; 1 to 255 characters')),
})

export const importHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description: 'the same import is never done twice with the same key',
    }),
  ),
})

const file = Type.String({ contentMediaType: 'application/octet-stream' })

const importForm = Type.Object({
  file: Type.Array(file, { minItems: 1, maxItems: 100 }),
  rates: Type.Optional(Type.String({ description: 'a CSV of day,currency,rate' })),
  ...Object.fromEntries(
    Object.entries(importOptions.properties).filter(
      ([name]) => name !== 'developer' && name !== 'key',
    ),
  ),
})

/** The body of an import: a form with files, or a file of any type. */
export const importBody = {
  'multipart/form-data': importForm,
  'text/csv': Type.String(),
  'application/x-ndjson': Type.String(),
  'application/json': Type.Unknown(),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': Type.Unknown(),
  'application/zip': Type.Unknown(),
  'application/vnd.apache.parquet': Type.Unknown(),
  'application/octet-stream': Type.Unknown(),
}

export const imports = component('Imports', {
  data: Type.Array(importEntry),
  requests: Type.Array(importRequestView),
  next_before: nullable(count('Pass it as `before` for older imports.')),
})

export const importView = component('ImportAnswer', { data: importRequestView })

export const imported = component('Imported', {
  data: Type.Object({
    id: text(),
    state: oneOf(['done']),
    import: count(),
    dry_run: Type.Boolean(),
    summary: importSummary,
  }),
})

export const previewed = component('Previewed', {
  data: Type.Object({
    id: text(),
    state: oneOf(['done']),
    import: Type.Null(),
    dry_run: Type.Boolean(),
    summary: importPreview,
  }),
})

export const importRunning = component('ImportRunning', {
  data: Type.Object({ id: text(), state: oneOf(['running']) }),
})

export const undone = component('Undone', { data: Type.Object(undoneSlices) })
