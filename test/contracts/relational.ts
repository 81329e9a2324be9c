import { describe, onTestFinished } from 'vitest'
import { AccountStore } from '../../src/records/account-store.ts'
import { CommunityWriter } from '../../src/records/community-writer.ts'
import { FinalityRules } from '../../src/records/finality-rules.ts'
import { HistoryHorizons } from '../../src/records/history-horizons.ts'
import { ImportRequestStore } from '../../src/records/import-request-store.ts'
import { RelationalCommunityStore } from '../../src/records/relational-community-store.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
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
import { settlementCases } from './settlement-store.ts'
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
    settlementCases(openHere)
    appStoreCases(async () => {
      const database = await openHere()
      await addAccounts(database)
      return new RememberedAppStore(database)
    })
    communityStoreCases(async () => {
      const database = await openHere()
      return {
        reader: new RelationalCommunityStore(database),
        writer: new CommunityWriter(database, () => new Date('2026-03-10T12:00:00Z')),
      }
    })
    auditLogCases(openHere)
    importRequestCases(async () => new ImportRequestStore(await openHere()))
    connectionCases(open)
    finalityRuleCases(async (ofNetworks) => new FinalityRules(await openHere(), ofNetworks))
    historyHorizonCases(async () => new HistoryHorizons(await openHere()))
  })
}
