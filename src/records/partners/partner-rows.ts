import type { Selectable } from 'kysely'
import type {
  Partner,
  PartnerApp,
  PartnerMonthState,
  ShareProgress,
} from '../../partners/partner.ts'
import type { ShareRule, ShareTerms } from '../../partners/share-rule.ts'
import type { Day } from '../../values/day.ts'
import type {
  PartnerAppsTable,
  PartnersTable,
  ShareNetworksTable,
  ShareRulesTable,
} from '../tables/partner-tables.ts'

export const toPartner = (row: Selectable<PartnersTable>): Partner => ({
  id: row.id,
  networkId: row.networkId,
  accountId: row.accountId,
  username: row.username,
  name: row.name,
  showsGross: row.showsGross === 1,
  newMonths: row.newMonths as PartnerMonthState,
  netDays: row.netDays,
  minimumPayoutMicros: BigInt(row.minimumPayoutMicros),
  taxNote: row.taxNote,
})

export const toPartnerApp = (row: Selectable<PartnerAppsTable>): PartnerApp => ({
  id: row.id,
  partnerId: row.partnerId,
  app: row.appKey,
  ownApp: row.ownAppKey,
  firstDay: row.firstDay as Day | null,
  lastDay: row.lastDay as Day | null,
})

/** Amounts are texts in JSON, because they may be larger than its numbers. */
export const writeTerms = (terms: ShareTerms): string =>
  JSON.stringify(terms, (_, value) => (typeof value === 'bigint' ? String(value) : value))

function readTerms(text: string): ShareTerms {
  const { kind, percentUnits, floorEcpmMicros, ecpmMicros } = JSON.parse(text)
  return kind === 'ecpm'
    ? { kind, ecpmMicros: BigInt(ecpmMicros) }
    : {
        kind: 'percent',
        percentUnits,
        floorEcpmMicros: floorEcpmMicros === null ? null : BigInt(floorEcpmMicros),
      }
}

export const toRule = (row: Selectable<ShareRulesTable>): ShareRule => ({
  number: row.number,
  partnerId: row.partnerId,
  terms: readTerms(row.terms),
  app: row.appKey,
  network: row.network,
  country: row.country,
  format: row.format,
  firstDay: row.firstDay as Day | null,
  lastDay: row.lastDay as Day | null,
  addedIn: row.addedIn,
  endedIn: row.endedIn,
  reason: row.reason,
})

export const toProgress = ({
  id,
  accountId,
  version,
  entry,
  generation,
  changedFirstDay,
  changedLastDay,
}: Selectable<ShareNetworksTable>): ShareProgress => ({
  id,
  networkId: accountId,
  version,
  entry,
  generation,
  changedDays:
    changedFirstDay === null
      ? null
      : { firstDay: changedFirstDay as Day, lastDay: changedLastDay as Day },
})
