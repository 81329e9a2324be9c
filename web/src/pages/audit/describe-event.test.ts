import { expect, test } from 'vitest'
import { describeEvent } from './describe-event.ts'

const partner = 'hop'
const month = '2026-01'

test.each([
  ['partner_added', { partner, share: '70 %' }, 'Made hop a partner with 70 % of the revenue'],
  ['partner_added', { network: 'studio' }, 'Made the account a partner of studio'],
  [
    'partner_changed',
    { partner, net_days: 45, shows_gross: true },
    'Changed settings of the partner hop (net days: 45; shows gross: true)',
  ],
  ['partner_removed', { partner }, 'Ended that hop is a partner'],
  ['partner_app_assigned', { partner, app_id: 'zap' }, 'Assigned the app zap to the partner hop'],
  [
    'partner_app_removed',
    { partner, app_id: 'zap' },
    'Unassigned the app zap from the partner hop',
  ],
  [
    'share_added',
    { percent: '50', app_id: 'zap', partner },
    'Added a share of the partner hop (percent: 50; app id: zap)',
  ],
  ['share_ended', { partner, rule: 2 }, 'Ended share 2 of the partner hop'],
  ['partner_month_set', { partner, month, state: 'hidden' }, 'Hid 2026-01 from the partner hop'],
  [
    'partner_month_set',
    { partner, month, state: 'provisional' },
    'Showed 2026-01 to the partner hop',
  ],
  [
    'partner_adjusted',
    { partner, month, kind: 'minimum', amount: '9', reason: 'guarantee' },
    'Added a minimum of 9 to 2026-01 of the partner hop: guarantee',
  ],
  [
    'adjustment_removed',
    { partner, month, amount: '9' },
    'Removed the adjustment of 9 to 2026-01 of the partner hop',
  ],
  [
    'statement_issued',
    { partner, month, statement: 'studio-hop-2026-01', total: '7' },
    'Approved 2026-01 of the partner hop: statement studio-hop-2026-01 of 7',
  ],
  [
    'payouts_recorded',
    { partner, amount: '7', date: '2026-02-15', reference: 'WIRE 1' },
    'Recorded the payout “WIRE 1” of 7 to the partner hop on 2026-02-15',
  ],
  [
    'payouts_recorded',
    { references: ['WIRE 1', 'WIRE 2'] },
    'Recorded payouts (references: WIRE 1, WIRE 2)',
  ],
  [
    'payout_removed',
    { partner, amount: '7', reference: 'WIRE 1' },
    'Removed the payout “WIRE 1” of 7 to the partner hop',
  ],
  [
    'mark_set',
    { name: 'Studio', powered_by: false, logo: 'set' },
    'Changed what partners see of the account (name: Studio; powered by: false; logo: set)',
  ],
  ['signing_key_made', { key: 'ed25519:abc' }, 'Made a new key for statements'],
] as const)('%s is told as a sentence: %j', (action, facts, sentence) => {
  const event = { action, facts } as unknown as Parameters<typeof describeEvent>[0]
  expect(describeEvent(event)).toBe(sentence)
})
