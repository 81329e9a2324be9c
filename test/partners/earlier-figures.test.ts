import { expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { addPartner } from '../../src/use-cases/partners/add-partner.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusalOf } from '../import/import-site.ts'
import { columns, network, PartnerSite } from './partner-site.ts'

const site = renewSite(openSite)

test('what an account deleted before it became a partner does not come back', async () => {
  const at = new PartnerSite(site)
  await site.call(createAccount, { username: 'hop' })
  await site.importApps('app_id,publisher,app_name,platform\nold,hop,Old,ios\n')
  await site.importLines(['2026-01-31,old,admob,banner,US,1000,10,,'], { columns })
  const days = { startDate: '2026-01-01', endDate: '2026-01-31' }
  await site.call(deleteFigures, { account: 'hop', ...days })
  await site.call(addPartner, { account: network, partner: 'hop', percent: '70' })
  const [entry] = await site.installation.ledger.entries(null, 1)
  expect(await refusalOf(site.call(undoImport, { id: entry!.id }))).toMatchObject({
    code: 'partner_account',
  })
  expect(await at.figuresOf('hop')).toEqual([])
})
