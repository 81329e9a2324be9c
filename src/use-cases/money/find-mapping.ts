import type { Account } from '../../publishers/account.ts'
import type { BankMapping } from '../../settlement/bank-mapping.ts'
import { refuse } from '../../settlement/refusals.ts'
import type { Services } from '../services.ts'

/** @throws Refusal `unknown_mapping` */
export async function findMapping(
  name: string,
  { id }: Account,
  { settlement }: Services,
): Promise<BankMapping> {
  const all = await settlement.mappings(id)
  const found = all.get(name)
  if (found === undefined) throw refuse('unknown_mapping', { name, known: [...all.keys()] })
  return JSON.parse(found) as BankMapping
}
