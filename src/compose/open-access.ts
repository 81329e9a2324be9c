import { AccountStore } from '../records/account-store.ts'
import { Accounts } from '../records/accounts.ts'
import { DayNotes } from '../records/day-notes.ts'
import { Destinations } from '../records/destinations.ts'
import { Invitations } from '../records/invitations.ts'
import { Keys } from '../records/keys.ts'
import { Links } from '../records/links.ts'
import { Alerts } from '../records/messages/alerts.ts'
import { Channels } from '../records/messages/channels.ts'
import { Deliveries } from '../records/messages/deliveries.ts'
import { MessageProgress } from '../records/messages/message-progress.ts'
import { NetworkMarks } from '../records/partners/network-marks.ts'
import { PartnerStatements } from '../records/partners/partner-statements.ts'
import { ShareBooks } from '../records/partners/share-books.ts'
import { ProviderSignIns } from '../records/provider-sign-ins.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import { RememberedKeyStore } from '../records/remembered/remembered-key-store.ts'
import { RememberedLinkStore } from '../records/remembered/remembered-link-store.ts'
import { SavedCitations } from '../records/saved-citations.ts'
import { SavedViews } from '../records/saved-views.ts'
import { SecondFactors } from '../records/second-factors.ts'
import { Sessions } from '../records/sessions.ts'
import { StatementKeys } from '../records/settlement/statement-keys.ts'
import { SetupLinks } from '../records/setup-links.ts'
import { UserStore } from '../records/user-store.ts'
import { Users } from '../records/users.ts'
import { Vault } from '../sealing/vault.ts'

/** Accounts, who has access to them, and what their users saved. */
export type Access = ReturnType<typeof createAccess>

/** @param secret the installation's */
export function createAccess(relational: RelationalDatabase, secret: Uint8Array, now: () => Date) {
  /** Encrypts secrets. */
  const vault = new Vault(secret)
  const accounts = new Accounts(new AccountStore(relational), vault, now)
  const userStore = new UserStore(relational)
  const users = new Users(accounts, userStore, now)
  return {
    vault,
    accounts,
    users,
    keys: new Keys(accounts, new RememberedKeyStore(relational), vault, now),
    links: new Links(accounts, new RememberedLinkStore(relational), now),
    setupLinks: new SetupLinks(accounts, relational, now),
    invitations: new Invitations(accounts, userStore, now),
    sessions: new Sessions(users, relational, now),
    secondFactors: new SecondFactors(relational, vault, now),
    providerSignIns: new ProviderSignIns(userStore, now),
    savedViews: new SavedViews(accounts, users, relational, now),
    alerts: new Alerts(accounts, relational, now),
    channels: new Channels(accounts, relational, vault, now),
    destinations: new Destinations(accounts, relational, vault, now),
    shareBooks: new ShareBooks(relational),
    partnerStatements: new PartnerStatements(relational),
    networkMarks: new NetworkMarks(relational, vault),
    deliveries: new Deliveries(accounts, relational),
    messageProgress: new MessageProgress(relational),
    savedCitations: new SavedCitations(accounts, relational, now),
    dayNotes: new DayNotes(accounts, relational, now),
    statementKeys: new StatementKeys(accounts, relational, now),
  }
}
