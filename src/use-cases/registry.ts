import { listLinks, unlinkApp } from './app-links.ts'
import { archiveApp, renameApp, unarchiveApp } from './change-app.ts'
import { createAccount } from './create-account.ts'
import { deleteAccount } from './delete-account.ts'
import { deleteFigures } from './delete-figures.ts'
import { disableAccount } from './disable-account.ts'
import { enableAccount } from './enable-account.ts'
import { deleteApp, mergeApps } from './end-app.ts'
import { importApps } from './import-apps.ts'
import { importCommunity } from './import-community.ts'
import { importFigures } from './import-figures.ts'
import { linkApp } from './link-app.ts'
import { listAccountImports } from './list-account-imports.ts'
import { listAccounts } from './list-accounts.ts'
import { listApps } from './list-apps.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { listFinality } from './list-finality.ts'
import { listImports } from './list-imports.ts'
import { previewFigures } from './preview-figures.ts'
import { reconcileReports } from './reconcile.ts'
import { renameAccount } from './rename-account.ts'
import { revealKey } from './reveal-key.ts'
import { rotateKey } from './rotate-key.ts'
import { setCurrency } from './set-currency.ts'
import { setFinality } from './set-finality.ts'
import { setPassword } from './set-password.ts'
import { showApp } from './show-app.ts'
import { undoImport } from './undo-import.ts'
import type { UseCase } from './use-case.ts'

const all: readonly UseCase<never, unknown>[] = [
  archiveApp,
  createAccount,
  deleteAccount,
  deleteApp,
  deleteFigures,
  disableAccount,
  enableAccount,
  importApps,
  importCommunity,
  importFigures,
  linkApp,
  listAccountImports,
  listAccounts,
  listApps,
  listAuditEvents,
  listFinality,
  listImports,
  listLinks,
  mergeApps,
  previewFigures,
  reconcileReports,
  renameAccount,
  renameApp,
  revealKey,
  rotateKey,
  setCurrency,
  setFinality,
  setPassword,
  showApp,
  unarchiveApp,
  undoImport,
  unlinkApp,
]

/** Every use case by its name. */
export const useCases: ReadonlyMap<string, UseCase<never, unknown>> = new Map(
  all.map((one) => [one.name, one]),
)
