import type { Account } from '../../publishers/account.ts'
import {
  SettlementChangedError,
  type StoredSettlement,
} from '../../records/settlement/settlement-store.ts'
import type { SettlementWriter } from '../../records/settlement/settlement-writer.ts'
import type { Services } from '../services.ts'

/** Another process that keeps changing the same account would be faster each time. */
const maxTries = 5

/**
 * Decides on a change, and makes it. It is decided again when something else changed the account meanwhile.
 *
 * @param decide gets what is stored; throws Refusal when the change is not possible. What it returns writes in a
 *   transaction, so it reads from no other store
 */
export async function changeSettlement<Result>(
  { settlement }: Pick<Services, 'settlement'>,
  { id }: Pick<Account, 'id'>,
  decide: (stored: StoredSettlement) => Promise<(writer: SettlementWriter) => Promise<Result>>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const stored = await settlement.read(id)
    const write = await decide(stored)
    try {
      return await settlement.change(id, stored.version, write)
    } catch (error) {
      if (!(error instanceof SettlementChangedError) || tries === maxTries) throw error
    }
  }
}
