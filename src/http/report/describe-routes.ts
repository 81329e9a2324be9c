import { Type } from 'typebox'
import {
  type Content,
  jsonAnswer,
  keptAnswers,
  type RouteDescription,
} from '../openapi/description.ts'
import { report, reportSchema } from './answer-schema.ts'
import { formats } from './formats.ts'
import { reportBody, reportQuery } from './parameter-schema.ts'

const otherFormats: Content = Object.fromEntries(
  Object.entries(formats)
    .filter(([name]) => name !== 'json')
    .map(([, { mediaType }]) => [mediaType, Type.String({ contentMediaType: mediaType })]),
)

/** A report, in every format. */
export const reportAnswers = keptAnswers({
  description: 'The report. Only JSON has the meta data and the totals in its body.',
  content: { 'application/json': report, ...otherFormats },
  headers: {
    'Adtally-As-Of': 'When the last of these figures were committed.',
    'Adtally-Start-Date': 'The first day of the figures.',
    'Adtally-End-Date': 'The last day of the figures.',
    'Adtally-Currency': 'The currency of all money.',
    'Adtally-Partly-Known': 'Metrics that some networks do not report.',
    'Adtally-Next-Cursor': 'Pass it as `cursor` for the next page.',
  },
})

const shared = {
  tag: 'Figures',
  responses: {
    ...reportAnswers,
    206: { description: 'A range of a Parquet file.', content: otherFormats },
  },
  problems: [
    'bad_parameters',
    'cursor_expired',
    'history_compacted',
    'unknown_app',
    'not_acceptable',
    'figure_too_large',
    'answer_too_large',
    'range_not_satisfiable',
  ],
} as const satisfies Partial<RouteDescription>

export const describedGet: RouteDescription = {
  ...shared,
  operationId: 'getReport',
  summary: 'Any figures in one request',
  description:
    'Choose dimensions, metrics, filters, an order, a comparison and the format of the answer.',
  query: reportQuery,
}

export const describedPost: RouteDescription = {
  ...shared,
  operationId: 'postReport',
  summary: 'Any figures in one request, with a JSON body',
  description: 'The same as `GET`, for questions that do not fit an address.',
  body: { 'application/json': reportBody },
  problems: [...shared.problems, 'upload_too_large'],
}

export const describedSchema: RouteDescription = {
  operationId: 'getReportSchema',
  tag: 'Figures',
  summary: 'Dimensions, metrics and filter values of reports',
  description: 'Dimensions, metrics, and the values that the figures have.',
  query: Type.Object({ developer: reportQuery.properties.developer }),
  responses: keptAnswers(jsonAnswer('The schema.', reportSchema)),
  problems: ['bad_parameters'],
}
