import { createAccount } from './create-account.ts'
import { disableAccount } from './disable-account.ts'
import { endSessions } from './end-sessions.ts'
import { importApps } from './import-apps.ts'
import { importCommunity } from './import-community.ts'
import { importFigures } from './import-figures.ts'
import { inviteUser } from './invite-user.ts'
import { linkApp } from './link-app.ts'
import { listAccountImports } from './list-account-imports.ts'
import { listAccounts } from './list-accounts.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { listFinality } from './list-finality.ts'
import { listImports } from './list-imports.ts'
import { listSessions } from './list-sessions.ts'
import { listUsers } from './list-users.ts'
import { previewFigures } from './preview-figures.ts'
import { reconcileReports } from './reconcile.ts'
import { removeUser } from './remove-user.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { revealKey } from './reveal-key.ts'
import { rotateKey } from './rotate-key.ts'
import { setFinality } from './set-finality.ts'
import { setPassword } from './set-password.ts'
import { setRole } from './set-role.ts'
import { setUserPassword } from './set-user-password.ts'
import { undoImport } from './undo-import.ts'
import type { UseCase } from './use-case.ts'

const all: readonly UseCase<never, unknown>[] = [
  createAccount,
  disableAccount,
  importApps,
  importCommunity,
  importFigures,
  linkApp,
  listAccountImports,
  listAccounts,
  listAuditEvents,
  listFinality,
  listImports,
  previewFigures,
  reconcileReports,
  revealKey,
  rotateKey,
  setFinality,
  setPassword,
  endSessions,
  inviteUser,
  listSessions,
  listUsers,
  removeUser,
  resetSecondFactor,
  setRole,
  setUserPassword,
  undoImport,
]

/** Every use case by its name. */
export const useCases: ReadonlyMap<string, UseCase<never, unknown>> = new Map(
  all.map((one) => [one.name, one]),
)
