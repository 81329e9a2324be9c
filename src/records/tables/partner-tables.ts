import type { Generated } from 'kysely'

/** Accounts that have partners. */
export interface ShareNetworksTable {
  id: Generated<number>
  accountId: number
  /** Always `on`: leases ask for it. */
  state: Generated<string>
  /** How often rules, apps and months of partners changed. */
  version: number
  /** The ledger entry up to which net figures were made. */
  entry: number
  /** When stores had been restored last, when they were made. */
  generation: Generated<number>
  /** The days whose net figures have to be made anew; null for none. */
  changedFirstDay: Generated<number | null>
  changedLastDay: Generated<number | null>
  /** The private key of its signatures, encrypted; null before the first statement. */
  signingKeySealed: Generated<Uint8Array | null>
  name: Generated<string | null>
  accent: Generated<string | null>
  /** A picture as a data URL. */
  logo: Generated<string | null>
  hidesPoweredBy: Generated<number>
  leaseOwner: Generated<string | null>
  leaseUntilMs: Generated<number>
}

export interface PartnersTable {
  id: Generated<number>
  /** The account whose figures it has a share of. */
  networkId: number
  /** Its own account; null once that was deleted. */
  accountId: number | null
  username: string
  name: string
  showsGross: number
  newMonths: string
  netDays: number
  minimumPayoutMicros: number
  taxNote: string | null
  createdAtMs: number
  createdBy: string | null
}

export interface PartnerAppsTable {
  id: Generated<number>
  partnerId: number
  appKey: number
  /** The key of the app in the partner's account that its figures are of. */
  ownAppKey: number
  firstDay: number | null
  lastDay: number | null
}

export interface ShareRulesTable {
  id: Generated<number>
  partnerId: number
  number: number
  /** An object in JSON. */
  terms: string
  appKey: number | null
  network: string | null
  country: string | null
  format: string | null
  firstDay: number | null
  lastDay: number | null
  addedIn: number
  endedIn: number | null
  reason: string | null
  addedAtMs: number
  addedBy: string | null
  endedAtMs: number | null
  endedBy: string | null
}

/** Months whose state is not that of new ones. Months with a statement are approved, whatever this says. */
export interface PartnerMonthsTable {
  partnerId: number
  month: number
  state: string
}

export interface PartnerAdjustmentsTable {
  id: Generated<number>
  partnerId: number
  month: number
  kind: string
  amountMicros: number
  reason: string
  addedAtMs: number
  addedBy: string | null
}

/** Statements that were issued. They never change. */
export interface PartnerStatementsTable {
  id: Generated<number>
  partnerId: number
  month: number
  number: string
  rulesVersion: number
  entry: number
  /** Sums may have more than 53 bits. */
  netMicros: string
  /** An object in JSON: the micros of each corrected month. */
  corrections: string
  totalMicros: string
  dueDay: number
  issuedAtMs: number
  issuedBy: string | null
  json: string
  csv: string
  html: string
}

export interface PartnerPayoutsTable {
  id: Generated<number>
  partnerId: number
  day: number
  amountMicros: number
  reference: string
  recordedAtMs: number
  recordedBy: string | null
}

export interface PartnerTables {
  shareNetworks: ShareNetworksTable
  partners: PartnersTable
  partnerApps: PartnerAppsTable
  shareRules: ShareRulesTable
  partnerMonths: PartnerMonthsTable
  partnerAdjustments: PartnerAdjustmentsTable
  partnerStatements: PartnerStatementsTable
  partnerPayouts: PartnerPayoutsTable
}
