import { describe, onTestFinished } from 'vitest'
import { AccountStore } from '../../src/records/account-store.ts'
import { RelationalAuditLog } from '../../src/records/relational-audit-log.ts'
import { RelationalCommunityStore } from '../../src/records/relational-community-store.ts'
import { RelationalCommunityWriter } from '../../src/records/relational-community-writer.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { RelationalFinalityRules } from '../../src/records/relational-finality-rules.ts'
import { RelationalHistoryHorizons } from '../../src/records/relational-history-horizons.ts'
import { RelationalImportRequests } from '../../src/records/relational-import-requests.ts'
import { RememberedAppStore } from '../../src/records/remembered/remembered-app-store.ts'
import { accountStoreCases } from './account-store.ts'
import { addAccounts } from './add-accounts.ts'
import { appStoreCases } from './app-store.ts'
import { auditLogCases } from './audit-log.ts'
import { communityStoreCases } from './community-store.ts'
import { connectionCases } from './connections.ts'
import { dayNoteCases } from './day-notes.ts'
import { finalityRuleCases } from './finality-rules.ts'
import { historyHorizonCases } from './history-horizons.ts'
import { importRequestCases } from './import-requests.ts'
import { keyCases } from './keys.ts'
import { linkCases } from './links.ts'
import { rememberedCases } from './remembered.ts'
import { savedViewCases } from './saved-views.ts'
import { userCases } from './users.ts'

/**
 * The cases for the stores on every relational engine.
 *
 * @param open opens a new, empty database with each call
 */
export function describeRelationalStores(
  name: string,
  open: () => Promise<RelationalDatabase>,
): void {
  const openHere = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    return database
  }
  describe(name, () => {
    accountStoreCases(async () => new AccountStore(await openHere()))
    keyCases(openHere)
    rememberedCases(openHere)
    userCases(openHere)
    linkCases(openHere)
    savedViewCases(openHere)
    dayNoteCases(openHere)
    appStoreCases(async () => {
      const database = await openHere()
      await addAccounts(database)
      return new RememberedAppStore(database)
    })
    communityStoreCases(async () => {
      const database = await openHere()
      return {
        reader: new RelationalCommunityStore(database),
        writer: new RelationalCommunityWriter(database, () => new Date('2026-03-10T12:00:00Z')),
      }
    })
    auditLogCases(async () => new RelationalAuditLog(await openHere()))
    importRequestCases(async () => new RelationalImportRequests(await openHere()))
    connectionCases(open)
    finalityRuleCases(
      async (ofNetworks) => new RelationalFinalityRules(await openHere(), ofNetworks),
    )
    historyHorizonCases(async () => new RelationalHistoryHorizons(await openHere()))
  })
}
