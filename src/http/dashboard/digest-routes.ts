import { Type } from 'typebox'
import { digestPeriods } from '../../messages/digest-period.ts'
import { previewDigest, previewDigestFor } from '../../use-cases/digests/preview-digest.ts'
import { oneOf } from '../../use-cases/fields.ts'
import { renderDigest } from '../../wording/digest/render-digest.ts'
import type { DashboardServices } from '../services.ts'
import { ofAccount } from './route-table.ts'

const previewQuery = Type.Object(
  { period: Type.Optional(oneOf(digestPeriods)) },
  { additionalProperties: false },
)

/** Digests as they would be sent to the user now. */
export const digestRoutes = ({ settings }: DashboardServices) => ({
  'GET /digests/preview': ofAccount({
    needs: 'read',
    query: previewQuery,
    answer: async ({ principal, username, query, call, askShort }) => {
      const preview = { ...previewDigest, ...previewDigestFor(principal, settings.baseUrl()) }
      const digest = await askShort(() => call(preview, { username, ...query }))
      return { ...renderDigest(digest), digest }
    },
  }),
})
