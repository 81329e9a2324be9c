import type { FigureScope } from '../../ledger/figure-ledger.ts'
import { membership, type ParameterList } from './parameter-list.ts'

/** The conditions of rows in a scope: an account, and its apps if they are limited. */
export function scopeConditions(list: ParameterList, { account, apps }: FigureScope): string[] {
  const ofAccount = `account = ${list.bind('account', account)}`
  if (apps === null) return [ofAccount]
  return [ofAccount, membership('app', list.bindList('app', apps), apps.length)]
}

export const where = (conditions: readonly string[]) => `WHERE ${conditions.join(' AND ')}`
