import {
  importBody,
  imported,
  importHeaders,
  importOptions,
  importRunning,
  imports,
  importView,
  previewed,
  undone,
} from '../imports/import-schema.ts'
import { jsonAnswer, type RouteDescription } from '../openapi/description.ts'

const tag = 'Imports'
const replayed = { 'Idempotency-Replayed': 'Present when it is the answer to an earlier request.' }
const location = { Location: 'Where to ask what became of the import.', ...replayed }

export const describedCreation: RouteDescription = {
  operationId: 'createImport',
  tag,
  summary: 'Import a file of figures',
  description:
    'The body is the file, or a form with files. Everything is imported, or nothing. Unknown parameters are refused.',
  query: importOptions,
  headers: importHeaders,
  body: importBody,
  responses: {
    200: jsonAnswer('With `dry_run`: what would change.', previewed, location),
    201: jsonAnswer('The import is done.', imported, location),
    202: jsonAnswer('It is still running; ask at `Location`.', importRunning, {
      ...location,
      'Retry-After': 'After how many seconds to ask.',
    }),
  },
  problems: [
    'bad_parameters',
    'unknown_account',
    'unknown_app',
    'import_under_way',
    'idempotency_key_reused',
    'upload_too_large',
    'refused',
    'import_unavailable',
  ],
}

export const describedList: RouteDescription = {
  operationId: 'listImports',
  tag,
  summary: 'Imports of the account, newest first',
  responses: { 200: jsonAnswer('A page of imports.', imports) },
  problems: ['bad_parameters'],
}

export const describedImport: RouteDescription = {
  operationId: 'getImport',
  tag,
  summary: 'What became of an import',
  responses: { 200: jsonAnswer('The import.', importView) },
  problems: ['unknown_import'],
}

export const describedUndo: RouteDescription = {
  operationId: 'undoImport',
  tag,
  summary: 'Undo an import',
  description: 'Figures go back to what they were. Those that a later import wrote are kept.',
  responses: { 200: jsonAnswer('What was undone.', undone) },
  problems: [
    'bad_parameters',
    'unknown_import',
    'import_under_way',
    'refused',
    'import_unavailable',
  ],
}
