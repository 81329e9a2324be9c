import { Accounts } from '../publishers/accounts.ts'
import { DayNotes } from '../publishers/day-notes.ts'
import { Invitations } from '../publishers/invitations.ts'
import { KeyVault } from '../publishers/key-vault.ts'
import { Keys } from '../publishers/keys.ts'
import { Links } from '../publishers/links.ts'
import { ProviderSignIns } from '../publishers/provider-sign-in.ts'
import { SavedViews } from '../publishers/saved-views.ts'
import { SecondFactors } from '../publishers/second-factors.ts'
import { Sessions } from '../publishers/sessions.ts'
import { SetupLinks } from '../publishers/setup-links.ts'
import { Users } from '../publishers/users.ts'
import { RelationalAccountStore } from '../records/relational-account-store.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import { RelationalDayNoteStore } from '../records/relational-day-note-store.ts'
import { RelationalSavedViewStore } from '../records/relational-saved-view-store.ts'
import { RelationalSecondFactorStore } from '../records/relational-second-factor-store.ts'
import { RelationalSessionStore } from '../records/relational-session-store.ts'
import { RelationalSetupStore } from '../records/relational-setup-store.ts'
import { RelationalUserStore } from '../records/relational-user-store.ts'
import { RememberedKeyStore } from '../records/remembered/remembered-key-store.ts'
import { RememberedLinkStore } from '../records/remembered/remembered-link-store.ts'

/** Accounts, who has access to them, and what their users saved. */
export type Access = ReturnType<typeof createAccess>

/** @param secret the installation's */
export function createAccess(relational: RelationalDatabase, secret: Uint8Array, now: () => Date) {
  /** Encrypts secrets. */
  const vault = new KeyVault(secret)
  const accounts = new Accounts(new RelationalAccountStore(relational), vault, now)
  const userStore = new RelationalUserStore(relational)
  const users = new Users(accounts, userStore, now)
  return {
    vault,
    accounts,
    users,
    keys: new Keys(accounts, new RememberedKeyStore(relational), vault, now),
    links: new Links(accounts, new RememberedLinkStore(relational), now),
    setupLinks: new SetupLinks(accounts, new RelationalSetupStore(relational), now),
    invitations: new Invitations(accounts, userStore, now),
    sessions: new Sessions(users, new RelationalSessionStore(relational), now),
    secondFactors: new SecondFactors(new RelationalSecondFactorStore(relational), vault, now),
    providerSignIns: new ProviderSignIns(userStore, now),
    savedViews: new SavedViews(accounts, users, new RelationalSavedViewStore(relational), now),
    dayNotes: new DayNotes(accounts, new RelationalDayNoteStore(relational), now),
  }
}
