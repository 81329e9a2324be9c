import { isNetworkAppId, networkAppIdAccepts } from '../sources/network-app.ts'
import type { CellRule } from '../values/cell-rule.ts'
import { identifierAccepts, isIdentifier } from '../values/identifier.ts'
import { appRules } from './app-columns.ts'

/** The columns of a file of links. */
export const linkColumns = {
  allowed: ['network', 'network_app_id', 'app_id', 'platform'],
  required: ['network', 'network_app_id', 'app_id'],
} as const

/** The rules for cells of a file of links. */
export const linkRules: Readonly<Record<(typeof linkColumns.allowed)[number], CellRule>> = {
  network: { required: true, accepts: identifierAccepts, isAccepted: isIdentifier },
  network_app_id: { required: true, accepts: networkAppIdAccepts, isAccepted: isNetworkAppId },
  app_id: appRules.app_id,
  platform: { ...appRules.platform, required: false },
}
