import { acknowledgeAlert } from './alerts/acknowledge-alert.ts'
import { backTestRule } from './alerts/back-test-rule.ts'
import { listAlertRules } from './alerts/list-alert-rules.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { removeAlertRule } from './alerts/remove-alert-rule.ts'
import { setAlertRule } from './alerts/set-alert-rule.ts'
import { listAppLinks, unlinkApp } from './app-links.ts'
import { archiveApp, renameApp, unarchiveApp } from './change-app.ts'
import { compactHistory } from './compact-history.ts'
import { addConnection } from './connections/add-connection.ts'
import { addSampleConnections } from './connections/add-samples.ts'
import { changeConnection } from './connections/change-connection.ts'
import { confirmDay } from './connections/confirm-day.ts'
import { beginConsent, finishConsent } from './connections/consent.ts'
import { listConnections, showConnection } from './connections/list-connections.ts'
import { listFailedDays } from './connections/list-failed-days.ts'
import { pauseConnection, resumeConnection } from './connections/pause-connection.ts'
import { pullConnection } from './connections/pull-connection.ts'
import { removeConnection } from './connections/remove-connection.ts'
import { testConnection, tryCredentials } from './connections/test-connection.ts'
import { createAccount } from './create-account.ts'
import { createKey } from './create-key.ts'
import { createLink } from './create-link.ts'
import { createSetupLink } from './create-setup-link.ts'
import { deleteAccount } from './delete-account.ts'
import { deleteFigures } from './delete-figures.ts'
import { addDestination } from './destinations/add-destination.ts'
import { changeDestination } from './destinations/change-destination.ts'
import { listDestinations } from './destinations/list-destinations.ts'
import { removeDestination } from './destinations/remove-destination.ts'
import { showDestination } from './destinations/show-destination.ts'
import { testDestination } from './destinations/test-destination.ts'
import { writeLoadScript } from './destinations/write-load-script.ts'
import { previewDigest } from './digests/preview-digest.ts'
import { disableAccount } from './disable-account.ts'
import { dismissFailedImport } from './dismiss-failed-import.ts'
import { enableAccount } from './enable-account.ts'
import { deleteApp, mergeApps } from './end-app.ts'
import { endSessions } from './end-sessions.ts'
import { exportFigures } from './export/export-figures.ts'
import { importApps } from './import-apps.ts'
import { importCommunity } from './import-community.ts'
import { importFigures } from './import-figures.ts'
import { importLinks } from './import-links.ts'
import { inviteUser } from './invite-user.ts'
import { linkApp } from './link-app.ts'
import { linkApps } from './link-apps.ts'
import { listAccountImports } from './list-account-imports.ts'
import { listAccounts } from './list-accounts.ts'
import { listApps } from './list-apps.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { listFailedImports } from './list-failed-imports.ts'
import { listFinality } from './list-finality.ts'
import { listImports } from './list-imports.ts'
import { listKeys } from './list-keys.ts'
import { listLinks } from './list-links.ts'
import { listSessions } from './list-sessions.ts'
import { listUsers } from './list-users.ts'
import { addChannel } from './messages/add-channel.ts'
import { changeChannel } from './messages/change-channel.ts'
import { listChannels } from './messages/list-channels.ts'
import { listMessages } from './messages/list-messages.ts'
import { removeChannel } from './messages/remove-channel.ts'
import { replayMessage } from './messages/replay-message.ts'
import { rotateChannel } from './messages/rotate-channel.ts'
import { testChannel } from './messages/test-channel.ts'
import { assignLine } from './money/assign-line.ts'
import { closeMonth } from './money/close-month.ts'
import { addStatement, importStatements } from './money/import-statements.ts'
import { listAllImports } from './money/list-all-imports.ts'
import { listLines } from './money/list-lines.ts'
import { listMonths } from './money/list-months.ts'
import { listStatements } from './money/list-statements.ts'
import { listTerms } from './money/list-terms.ts'
import { deleteMapping, listMappings, saveMapping } from './money/mappings.ts'
import { markRestated } from './money/mark-restated.ts'
import { reopenMonth } from './money/reopen-month.ts'
import { removeTerms, setTerms } from './money/set-terms.ts'
import { showClose } from './money/show-close.ts'
import { showJournal } from './money/show-journal.ts'
import { showMoney } from './money/show-money.ts'
import { forgetStatementKey, listStatementKeys, trustStatementKey } from './money/statement-keys.ts'
import { undoStatement } from './money/undo-statement.ts'
import { narrowKey } from './narrow-key.ts'
import { answerNetwork } from './networks/answer-network.ts'
import { listSetAside } from './networks/list-set-aside.ts'
import { addNote } from './notes/add-note.ts'
import { changeNote } from './notes/change-note.ts'
import { deleteNote } from './notes/delete-note.ts'
import { listNotes } from './notes/list-notes.ts'
import { addPartner } from './partners/add-partner.ts'
import { addShare, endShare } from './partners/add-share.ts'
import { adjustMonth, listAdjustments, removeAdjustment } from './partners/adjust-month.ts'
import { approveMonth } from './partners/approve-month.ts'
import { assignApp, unassignApp } from './partners/assign-app.ts'
import { importPayouts } from './partners/import-payouts.ts'
import { listPartners, showPartner } from './partners/list-partners.ts'
import { makeNetFigures } from './partners/make-net-figures.ts'
import { showOwnMark } from './partners/own-mark.ts'
import {
  listBalances,
  readOwnStatement,
  readStatement,
  showOwnShare,
} from './partners/partner-statements.ts'
import { recordPayout, removePayout } from './partners/record-payouts.ts'
import { setMark, showMark } from './partners/set-mark.ts'
import { removePartner, setPartner } from './partners/set-partner.ts'
import { setPartnerMonth } from './partners/set-partner-month.ts'
import { makeNewSigningKey, showSigningKey } from './partners/signing-key.ts'
import { previewFigures } from './preview-figures.ts'
import { applyRates } from './rates/apply-rates.ts'
import { fetchRates } from './rates/fetch-rates.ts'
import { importRates } from './rates/import-rates.ts'
import { listRates } from './rates/list-rates.ts'
import { reconcileReports } from './reconcile.ts'
import { removeUser } from './remove-user.ts'
import { renameAccount } from './rename-account.ts'
import { queryReport } from './report/query-report.ts'
import { saveCitation } from './report/save-citation.ts'
import { showCitation } from './report/show-citation.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { revealKey } from './reveal-key.ts'
import { revokeKey } from './revoke-key.ts'
import { revokeLink } from './revoke-link.ts'
import { rotateKey } from './rotate-key.ts'
import { setCurrency } from './set-currency.ts'
import { setFinality } from './set-finality.ts'
import { setPassword } from './set-password.ts'
import { setPrimarySource } from './set-primary-source.ts'
import { setRole } from './set-role.ts'
import { setUp } from './set-up.ts'
import { setUserPassword } from './set-user-password.ts'
import { showApp } from './show-app.ts'
import { suggestLinks } from './suggest-links.ts'
import { askTool } from './tools/ask-tool.ts'
import { undoImport } from './undo-import.ts'
import type { UseCase } from './use-case.ts'
import { changeView } from './views/change-view.ts'
import { deleteSharedView, deleteView } from './views/delete-view.ts'
import { listViews } from './views/list-views.ts'
import { saveView } from './views/save-view.ts'
import { shareView } from './views/share-view.ts'

const all: readonly UseCase<never, unknown>[] = [
  addConnection,
  addSampleConnections,
  answerNetwork,
  addNote,
  applyRates,
  archiveApp,
  beginConsent,
  changeConnection,
  changeNote,
  changeView,
  compactHistory,
  confirmDay,
  createAccount,
  createKey,
  createLink,
  createSetupLink,
  deleteAccount,
  deleteApp,
  deleteFigures,
  deleteNote,
  deleteSharedView,
  deleteView,
  disableAccount,
  dismissFailedImport,
  enableAccount,
  endSessions,
  exportFigures,
  fetchRates,
  finishConsent,
  forgetStatementKey,
  importApps,
  importCommunity,
  importFigures,
  importLinks,
  importRates,
  inviteUser,
  linkApp,
  linkApps,
  listAccountImports,
  listAccounts,
  listAppLinks,
  listApps,
  listAuditEvents,
  listConnections,
  listFailedDays,
  listFailedImports,
  listFinality,
  listImports,
  listKeys,
  listLinks,
  listNotes,
  listRates,
  listSessions,
  listSetAside,
  listUsers,
  listViews,
  mergeApps,
  narrowKey,
  pauseConnection,
  previewDigest,
  previewFigures,
  pullConnection,
  queryReport,
  askTool,
  reconcileReports,
  removeConnection,
  removeUser,
  renameAccount,
  renameApp,
  resetSecondFactor,
  resumeConnection,
  revealKey,
  revokeKey,
  revokeLink,
  rotateKey,
  saveView,
  setCurrency,
  setPrimarySource,
  setFinality,
  setPassword,
  setRole,
  setUp,
  setUserPassword,
  shareView,
  showApp,
  showConnection,
  suggestLinks,
  testConnection,
  tryCredentials,
  unarchiveApp,
  trustStatementKey,
  undoImport,
  unlinkApp,
  addStatement,
  assignLine,
  closeMonth,
  deleteMapping,
  importStatements,
  listAllImports,
  listLines,
  listMappings,
  listStatementKeys,
  listMonths,
  listStatements,
  listTerms,
  markRestated,
  removeTerms,
  reopenMonth,
  saveMapping,
  setTerms,
  showClose,
  showJournal,
  acknowledgeAlert,
  backTestRule,
  listAlertRules,
  listAlerts,
  removeAlertRule,
  setAlertRule,
  addDestination,
  changeDestination,
  listDestinations,
  removeDestination,
  showDestination,
  testDestination,
  writeLoadScript,
  addChannel,
  changeChannel,
  listChannels,
  listMessages,
  removeChannel,
  replayMessage,
  rotateChannel,
  testChannel,
  saveCitation,
  showCitation,
  showMoney,
  undoStatement,
  addPartner,
  setPartner,
  removePartner,
  listPartners,
  showPartner,
  assignApp,
  unassignApp,
  addShare,
  endShare,
  setPartnerMonth,
  adjustMonth,
  removeAdjustment,
  listAdjustments,
  approveMonth,
  listBalances,
  readStatement,
  readOwnStatement,
  showOwnShare,
  showOwnMark,
  recordPayout,
  removePayout,
  importPayouts,
  setMark,
  showMark,
  showSigningKey,
  makeNewSigningKey,
  makeNetFigures,
]

/** Every use case by its name. */
export const useCases: ReadonlyMap<string, UseCase<never, unknown>> = new Map(
  all.map((one) => [one.name, one]),
)
