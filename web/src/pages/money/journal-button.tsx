import { useMutation } from '@tanstack/react-query'
import { withoutFormula } from '../../../../src/values/csv.ts'
import { useAccount } from '../../api/queries.ts'
import { get } from '../../api/request.ts'
import type { AnswerTo } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { Failure } from '../../layout/states.tsx'
import { csvText } from '../../tables/csv-text.ts'
import { saveFile } from '../../tables/save-file.ts'

/** Downloads the journal of the closed months, for bookkeeping. */
export function JournalButton() {
  const { username: account } = useAccount()
  const loading = useMutation({
    mutationFn: async () => {
      const { lines } = await get<AnswerTo<'GET /money/journal'>>('money/journal', {}, { account })
      const rows = lines.map(({ account: booked, reference, ...one }) => [
        ...[one.date, withoutFormula(booked), one.debit, one.credit, one.currency],
        withoutFormula(reference),
      ])
      const head = ['date', 'account', 'debit', 'credit', 'currency', 'reference']
      saveFile('adtally-journal.csv', new Blob([csvText([head, ...rows])], { type: 'text/csv' }))
    },
  })
  return (
    <>
      <QuietButton disabled={loading.isPending} onClick={() => loading.mutate()}>
        Download journal
      </QuietButton>
      <Failure error={loading.error} />
    </>
  )
}
