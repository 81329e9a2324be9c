import type { CommunityRefusals } from '../community/refusals.ts'
import type { ConnectionRefusals } from '../connections/refusals.ts'
import type { CurrencyRefusals } from '../currencies/refusals.ts'
import type { LedgerRefusals } from '../ledger/refusals.ts'
import type { PartnerRefusals } from '../partners/refusals.ts'
import type { StatementFileRefusals } from '../partners/statement-refusals.ts'
import type { PublisherRefusals } from '../publishers/refusals.ts'
import type { SettlementRefusals } from '../settlement/refusals.ts'
import type { SourceRefusals } from '../sources/refusals.ts'
import type { StagingRefusals } from '../staging/refusals.ts'
import type { DemoRefusals } from '../use-cases/demo-refusals.ts'
import type { UseCaseRefusals } from '../use-cases/refusals.ts'
import type { Refusal } from '../values/refusal.ts'
import { communityWording } from './community.ts'
import { connectionWording } from './connections.ts'
import { currencyWording } from './currencies.ts'
import { demoWording } from './demo.ts'
import { ledgerWording } from './ledger.ts'
import { partnerWording } from './partners.ts'
import { publisherWording } from './publishers.ts'
import { settlementWording } from './settlement.ts'
import { sourceWording } from './sources.ts'
import { stagingWording } from './staging.ts'
import { statementFileWording } from './statement-files.ts'
import { useCaseWording } from './use-cases.ts'
import type { Lines, Vocabulary, Wording } from './vocabulary.ts'

/** Every code with its facts. */
export type Refusals = UseCaseRefusals &
  PublisherRefusals &
  SourceRefusals &
  StagingRefusals &
  LedgerRefusals &
  CommunityRefusals &
  CurrencyRefusals &
  ConnectionRefusals &
  SettlementRefusals &
  PartnerRefusals &
  StatementFileRefusals &
  DemoRefusals

/** The sentences of every code. A code without one does not compile. */
export const catalogue: Wording<Refusals> = {
  ...useCaseWording,
  ...publisherWording,
  ...sourceWording,
  ...stagingWording,
  ...ledgerWording,
  ...communityWording,
  ...currencyWording,
  ...connectionWording,
  ...settlementWording,
  ...partnerWording,
  ...statementFileWording,
  ...demoWording,
}

export interface WordedRefusal {
  readonly message: string
  /** A line for each bad cell or unknown app; usually none. */
  readonly details: readonly string[]
}

export function wordRefusal(
  { code, facts }: Pick<Refusal, 'code' | 'facts'>,
  vocabulary: Vocabulary,
): WordedRefusal {
  // A newer release may have recorded or sent it.
  if (!Object.hasOwn(catalogue, code)) {
    return { message: `Another version of Adtally refused this: ${code}`, details: [] }
  }
  const word = catalogue[code as keyof Refusals] as (facts: object, vocabulary: Vocabulary) => Lines
  const lines = word(facts, vocabulary)
  return typeof lines === 'string' ? { message: lines, details: [] } : lines
}
