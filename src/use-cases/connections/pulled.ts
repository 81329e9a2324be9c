import type { Connection } from '../../connections/connection.ts'
import type { NetworkAccess } from '../../connections/gather.ts'
import type { PullRules } from '../../connections/schedule.ts'
import type { Account } from '../../publishers/account.ts'
import type { Call } from '../use-case.ts'
import type { Lease } from './with-lease.ts'

/** A connection that this process works on. */
export interface Pulled extends Lease {
  readonly connection: Connection
  readonly account: Account
  readonly access: NetworkAccess
  readonly rules: PullRules
  readonly call: Call
}
