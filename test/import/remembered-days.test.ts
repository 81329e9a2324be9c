import { expect, test, vi } from 'vitest'
import { factKinds } from '../../src/facts/kinds.ts'
import { networksOf, reportedDays } from '../../src/use-cases/report/ledger-memory.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { parseDay } from '../../src/values/day.ts'
import { header, openSite } from './import-site.ts'

test('reported days are read once for each month, until an entry touches the account', async () => {
  const site = await openSite()
  const { accounts, figures, ledger, ledgerMemory } = site.installation
  const studio = await accounts.get('studio')
  const scope = { account: studio!.id, apps: null }
  const read = vi.spyOn(ledger, 'reportedDays')
  const sources = { figures, ledger, ledgerMemory }
  const expectDays = async (first: string, last: string, reads: number) => {
    const days = { firstDay: parseDay(first)!, lastDay: parseDay(last)! }
    for (const kind of [factKinds.figures, factKinds.audience]) {
      read.mockClear()
      const found = await reportedDays(sources, scope, days, kind)
      expect(read).toHaveBeenCalledTimes(reads)
      expect(found).toEqual(await ledger.reportedDays(scope, days, undefined, kind))
      expect(await networksOf(sources, scope, kind)).toEqual(await ledger.networks(scope, kind))
    }
  }
  await expectDays('2026-02-10', '2026-03-20', 1)
  const linesOf = (...days: string[]) => days.map((day) => `${day},brick,admob,banner,DE,1,1`)
  const figuresOf = (...days: string[]) => site.importLines(linesOf(...days), { columns: header })
  const first = await figuresOf('2026-01-31', '2026-02-01', '2026-02-28', '2026-03-02')
  await expectDays('2026-02-01', '2026-02-28', 1)
  await expectDays('2026-02-15', '2026-02-28', 0)
  await expectDays('2026-01-31', '2026-03-02', 1)
  await expectDays('2026-01-01', '2026-03-31', 0)

  await site.importLines(['2026-03-01,zap-ios,firebase,US,1'], {
    columns: 'date,app_id,source,country,dau',
  })
  await expectDays('2026-03-01', '2026-03-31', 1)
  await figuresOf('2026-03-03')
  await expectDays('2026-01-01', '2026-03-31', 1)
  await site.call(undoImport, { id: first.import })
  await expectDays('2026-01-01', '2026-03-31', 1)
})
