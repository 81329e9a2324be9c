import type { AnswerTo, RouteName, WireNumber } from '../../../src/http/dashboard/answers.ts'

/** Answers of the server: the types of the bodies that its routes make. */

export type { CitationAnswer, UploadStartedAnswer } from '../../../src/http/dashboard/answers.ts'
export type { AnswerTo, RouteName, WireNumber }

export type AccountAnswer = AnswerTo<'GET /account'>
export type AppAnswer = AccountAnswer['apps'][number]

export type ManagedAppAnswer = AnswerTo<'GET /apps'>['apps'][number]

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

type ImportsAnswer = AnswerTo<'GET /imports'>
export type ImportAnswer = ImportsAnswer['imports'][number]
export type FailureAnswer = ImportsAnswer['failed'][number]
export type FailedDayAnswer = ImportsAnswer['failed_days'][number]
export type SetAsideAnswer = ImportsAnswer['set_aside'][number]
export type UploadAnswer = AnswerTo<'GET /imports/request'>
export type UploadView = UploadAnswer['upload']
type Summary = NonNullable<UploadView['summary']>
export type ImportPreviewAnswer = Extract<Summary, { readonly removed_slices: number }>
export type ImportSummaryAnswer = Exclude<Summary, ImportPreviewAnswer>
type Refused = NonNullable<NonNullable<UploadView['problem']>['refusal']>
export type NetworkAppAnswer = NonNullable<Refused['network_apps']>[number]

export type ApiKeyAnswer = AnswerTo<'GET /keys'>['keys'][number]
export type LinkAnswer = AnswerTo<'GET /links'>['links'][number]

export type ConnectionAnswer = AnswerTo<'GET /connections'>['connections'][number]
export type ConnectionDaysAnswer = AnswerTo<'GET /connections/days'>
export type PulledDayAnswer = ConnectionDaysAnswer['pulled_days'][number]
export type ConnectorAnswer = AnswerTo<'GET /connections/networks'>['networks'][number]
export type ConnectorFieldAnswer = ConnectorAnswer['fields'][number]
export type ConnectionTestAnswer = AnswerTo<'POST /connections/test'>
export type ConsentedAnswer = AnswerTo<'POST /connections/consent/finish'>

export type RateSourceAnswer = AnswerTo<'GET /rates'>['sources'][number]
export type FetchedRatesAnswer = AnswerTo<'POST /rates/fetch'>
export type AppliedRatesAnswer = AnswerTo<'POST /rates/apply'>

export type AlertAnswer = AnswerTo<'GET /alerts'>['alerts'][number]
export type AlertRuleAnswer = AnswerTo<'GET /alerts/rules'>['rules'][number]
export type BackTestAnswer = AnswerTo<'POST /alerts/rules/test'>
export type ChannelAnswer = AnswerTo<'GET /channels'>['channels'][number]
export type DestinationAnswer = AnswerTo<'GET /destinations'>['destinations'][number]
export type MessageAnswer = AnswerTo<'GET /channels'>['messages'][number]

export type AuditEventAnswer = AnswerTo<'GET /audit'>['events'][number]
export type SavedViewAnswer = AnswerTo<'GET /views'>['views'][number]
export type MoneyAnswer = AnswerTo<'GET /money'>
export type MoneyMonthAnswer = MoneyAnswer['months'][number]
export type ExpectedAnswer = MoneyAnswer['expected'][number]
export type ClosedMonthAnswer = AnswerTo<'GET /money/months'>['months'][number]
export type StatementLineAnswer = AnswerTo<'GET /money/lines'>['lines'][number]
export type StatementAnswer = AnswerTo<'GET /money/statements'>['statements'][number]
export type TermsAnswer = AnswerTo<'GET /money/terms'>['terms'][number]
export type MappingAnswer = AnswerTo<'GET /money/mappings'>['mappings'][number]
export type PartnerAnswer = AnswerTo<'GET /partners'>['partners'][number]
export type BalanceAnswer = AnswerTo<'GET /partners'>['balances'][number]
export type IssuedAnswer = BalanceAnswer['statements'][number]
export type AdjustmentAnswer = AnswerTo<'GET /partners/adjustments'>['adjustments'][number]
export type ShareRuleAnswer = PartnerAnswer['shares'][number]
export type MarkAnswer = AnswerTo<'GET /partners/mark'>
export type OwnMarkAnswer = NonNullable<AnswerTo<'GET /share/mark'>['mark']>
export type OwnShareAnswer = AnswerTo<'GET /share'>
export type NoteAnswer = AnswerTo<'GET /notes'>['notes'][number]

type UsersAnswer = AnswerTo<'GET /users'>
export type MemberAnswer = UsersAnswer['users'][number]
export type InvitationAnswer = UsersAnswer['invitations'][number]
export type OpenInvitationAnswer = AnswerTo<'POST /invitations/show'>
export type ProfileAnswer = AnswerTo<'GET /profile'>
export type SessionAnswer = ProfileAnswer['sessions'][number]
export type ProviderAnswer = AnswerTo<'POST /provider/begin'>
export type SetUpAnswer = AnswerTo<'POST /set-up'>
export type Role = MemberAnswer['role']

export const roles = ['owner', 'editor', 'finance', 'viewer'] as const satisfies readonly Role[]
/** The roles of users who see all apps. */
export const rolesOfAllApps: readonly Role[] = ['owner', 'finance']
