import type { AnswerTo, RouteName, WireNumber } from '../../../src/http/dashboard/answers.ts'

/** Answers of the server: the types of the bodies that its routes make. */

export type { UploadStartedAnswer } from '../../../src/http/dashboard/answers.ts'
export type { AnswerTo, RouteName, WireNumber }

export type AccountAnswer = AnswerTo<'GET /account'>
export type AppAnswer = AccountAnswer['apps'][number]

export type AppsAnswer = AnswerTo<'GET /apps'>
export type ManagedAppAnswer = AppsAnswer['apps'][number]
export type MergedAnswer = AnswerTo<'POST /apps/merge'>

export type FreshnessAnswer = AnswerTo<'GET /freshness'>
export type Status = FreshnessAnswer['networks'][number]['days'][number]['status']

export type HomeAnswer = AnswerTo<'GET /home'>
export type ToDoAnswer = AnswerTo<'GET /to-do'>
export type ToDoItemAnswer = ToDoAnswer['items'][number]
export type ForecastAnswer = AnswerTo<'GET /forecast'>
export type ComparisonAnswer = AnswerTo<'GET /comparison'>
export type ContributionsAnswer = AnswerTo<'GET /contributions'>
export type ContributionAnswer = ContributionsAnswer['breakdowns'][number]['rows'][number]
export type AnomaliesAnswer = AnswerTo<'GET /anomalies'>
export type AnomalyAnswer = AnomaliesAnswer['anomalies'][number]

export type RestatementsAnswer = AnswerTo<'GET /restatements'>
export type RestatedNetworkAnswer = RestatementsAnswer['networks'][number]
export type RestatedDayAnswer = RestatementsAnswer['days'][number]
export type EarlierFiguresAnswer = AnswerTo<'GET /earlier-figures'>
export type ReconciliationAnswer = AnswerTo<'GET /reconciliation'>
export type GapGroupAnswer = ReconciliationAnswer['groups'][number]
export type SecondaryReportsAnswer = AnswerTo<'GET /secondary-reports'>

export type ImportsAnswer = AnswerTo<'GET /imports'>
export type ImportAnswer = ImportsAnswer['imports'][number]
export type FailureAnswer = ImportsAnswer['failed'][number]
export type FailedDayAnswer = ImportsAnswer['failed_days'][number]
export type SetAsideAnswer = ImportsAnswer['set_aside'][number]
export type SourcesAnswer = AnswerTo<'GET /imports/sources'>
export type UndoneAnswer = AnswerTo<'POST /imports/undo'>
export type UploadAnswer = AnswerTo<'GET /imports/request'>
export type UploadView = UploadAnswer['upload']
type Summary = NonNullable<UploadView['summary']>
export type ImportPreviewAnswer = Extract<Summary, { readonly removed_slices: number }>
export type ImportSummaryAnswer = Exclude<Summary, ImportPreviewAnswer>
type Refused = NonNullable<NonNullable<UploadView['problem']>['refusal']>
export type NetworkAppAnswer = NonNullable<Refused['network_apps']>[number]

export type KeysAnswer = AnswerTo<'GET /keys'>
export type ApiKeyAnswer = KeysAnswer['keys'][number]
export type KeyAnswer = AnswerTo<'POST /keys/reveal'>
export type LinksAnswer = AnswerTo<'GET /links'>
export type LinkAnswer = LinksAnswer['links'][number]

export type ConnectionsAnswer = AnswerTo<'GET /connections'>
export type ConnectionAnswer = ConnectionsAnswer['connections'][number]
export type ConnectionDaysAnswer = AnswerTo<'GET /connections/days'>
export type PulledDayAnswer = ConnectionDaysAnswer['pulled_days'][number]
export type ConnectorsAnswer = AnswerTo<'GET /connections/networks'>
export type ConnectorAnswer = ConnectorsAnswer['networks'][number]
export type ConnectorFieldAnswer = ConnectorAnswer['fields'][number]
export type ConnectionTestAnswer = AnswerTo<'POST /connections/test'>
export type ConsentAnswer = AnswerTo<'POST /connections/consent/begin'>
export type ConsentedAnswer = AnswerTo<'POST /connections/consent/finish'>

export type RatesAnswer = AnswerTo<'GET /rates'>
export type RateSourceAnswer = RatesAnswer['sources'][number]
export type OwnRatesAnswer = AnswerTo<'POST /rates/add'>
export type FetchedRatesAnswer = AnswerTo<'POST /rates/fetch'>
export type AppliedRatesAnswer = AnswerTo<'POST /rates/apply'>

export type AuditAnswer = AnswerTo<'GET /audit'>
export type AuditEventAnswer = AuditAnswer['events'][number]
export type ViewsAnswer = AnswerTo<'GET /views'>
export type SavedViewAnswer = ViewsAnswer['views'][number]
export type NotesAnswer = AnswerTo<'GET /notes'>
export type NoteAnswer = NotesAnswer['notes'][number]

export type UsersAnswer = AnswerTo<'GET /users'>
export type MemberAnswer = UsersAnswer['users'][number]
export type InvitationAnswer = UsersAnswer['invitations'][number]
export type InvitedAnswer = AnswerTo<'POST /invitations'>
export type OpenInvitationAnswer = AnswerTo<'POST /invitations/show'>
export type ProfileAnswer = AnswerTo<'GET /profile'>
export type SessionAnswer = ProfileAnswer['sessions'][number]
export type SecretAnswer = AnswerTo<'POST /second-factor/begin'>
export type RecoveryAnswer = AnswerTo<'POST /second-factor/confirm'>
export type OptionsAnswer = AnswerTo<'GET /sign-in/options'>
export type ProviderAnswer = AnswerTo<'POST /provider/begin'>
export type SetUpAnswer = AnswerTo<'POST /set-up'>
export type Role = MemberAnswer['role']

export const roles = ['owner', 'editor', 'viewer'] as const satisfies readonly Role[]
