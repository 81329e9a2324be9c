import type { accountRoutes } from './account-routes.ts'
import type { alertRoutes } from './alert-routes.ts'
import type { appRoutes } from './app-routes.ts'
import type { auditRoutes } from './audit-routes.ts'
import type { channelRoutes } from './channel-routes.ts'
import type { citationRoutes } from './citation-routes.ts'
import type { connectionRoutes } from './connection-routes.ts'
import type { destinationRoutes } from './destination-routes.ts'
import type { digestRoutes } from './digest-routes.ts'
import type { historyRoutes } from './history-routes.ts'
import type { insightRoutes } from './insight-routes.ts'
import type { invitationRoutes } from './invitation-routes.ts'
import type { keyRoutes } from './key-routes.ts'
import type { moneyRoutes } from './money-routes.ts'
import type { noteRoutes } from './note-routes.ts'
import type { ownShareRoutes, partnerRoutes } from './partner-routes.ts'
import type { profileRoutes } from './profile-routes.ts'
import type { providerRoutes } from './provider-routes.ts'
import type { rateRoutes } from './rate-routes.ts'
import type { restatementRoutes } from './restatement-routes.ts'
import type { Route } from './route-table.ts'
import type { setupRoutes } from './setup-routes.ts'
import type { signInRoutes } from './sign-in-routes.ts'
import type { toDoRoutes } from './to-do-routes.ts'
import type { startUpload, uploadRoutes } from './upload-routes.ts'
import type { usersRoutes } from './users-routes.ts'
import type { viewRoutes } from './view-routes.ts'

type Routes = ReturnType<typeof accountRoutes> &
  ReturnType<typeof appRoutes> &
  ReturnType<typeof auditRoutes> &
  ReturnType<typeof connectionRoutes> &
  ReturnType<typeof digestRoutes> &
  ReturnType<typeof historyRoutes> &
  ReturnType<typeof insightRoutes> &
  ReturnType<typeof invitationRoutes> &
  ReturnType<typeof keyRoutes> &
  ReturnType<typeof moneyRoutes> &
  ReturnType<typeof noteRoutes> &
  ReturnType<typeof profileRoutes> &
  ReturnType<typeof providerRoutes> &
  ReturnType<typeof rateRoutes> &
  ReturnType<typeof restatementRoutes> &
  ReturnType<typeof setupRoutes> &
  ReturnType<typeof signInRoutes> &
  ReturnType<typeof toDoRoutes> &
  ReturnType<typeof citationRoutes> &
  ReturnType<typeof channelRoutes> &
  ReturnType<typeof destinationRoutes> &
  ReturnType<typeof partnerRoutes> &
  ReturnType<typeof ownShareRoutes> &
  ReturnType<typeof alertRoutes> &
  ReturnType<typeof uploadRoutes> &
  ReturnType<typeof usersRoutes> &
  ReturnType<typeof viewRoutes>

export type RouteName = keyof Routes

/** The body that a route of the dashboard answers with: `AnswerTo<'GET /keys'>`. */
export type AnswerTo<Name extends RouteName> =
  Routes[Name] extends Route<infer Answer> ? Answer : never

export type { CitedReport as CitationAnswer } from '../../use-cases/report/open-citation.ts'
export type UploadStartedAnswer = Awaited<ReturnType<typeof startUpload>>
export type { WireNumber } from './wire-number.ts'
