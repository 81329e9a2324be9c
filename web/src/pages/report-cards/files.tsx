import { useMutation } from '@tanstack/react-query'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useAccount } from '../../api/queries.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { Failure } from '../../layout/states.tsx'
import { type FileKind, loadFile } from '../../reports/load-file.ts'
import { useNames } from '../../reports/names.ts'
import { allRows } from '../../reports/questions.ts'
import { type TableAnswer, toClipboard } from '../../reports/table-file.ts'
import { saveFile } from '../../tables/save-file.ts'
import type { ReportView } from '../../view/report-view.ts'
import styles from './report-cards.module.css'

interface Choice {
  readonly title: string
  readonly kind: FileKind
  readonly isByDay: boolean
}

const kinds = { csv: 'CSV', xlsx: 'Excel', parquet: 'Parquet' } as const

const choices = Object.entries(kinds).flatMap(([kind, title]): Choice[] => [
  { title, kind: kind as FileKind, isByDay: false },
  { title: `${title} by day`, kind: kind as FileKind, isByDay: true },
])

export interface FilesProps {
  readonly view: ReportView
  /** The rows on the page; undefined while they are not those of the view. */
  readonly shown: TableAnswer | undefined
}

/** Downloads all rows of a view, or copies the shown ones. */
export function Files({ view, shown }: FilesProps) {
  const account = useAccount()
  const formats = useFormats()
  const nameOf = useNames()
  const loading = useMutation({
    mutationFn: async ({ kind, isByDay }: Choice) => {
      const { username, today } = account
      const request = { kind, isByDay, today, account: username, formats }
      const { name, blob } = await loadFile(view, request)
      saveFile(name, blob)
    },
  })
  const possible = choices.filter(({ isByDay }) => !isByDay || !allRows(view).includes('date'))
  return (
    <>
      <DialogTrigger onOpenChange={() => loading.reset()}>
        <Button className="quiet">Download</Button>
        <Popover className="popover" placement="bottom end">
          <Dialog className={styles.menu!} aria-label="Download all rows">
            {possible.map((choice) => (
              <QuietButton
                key={choice.title}
                disabled={loading.isPending}
                onClick={() => loading.mutate(choice)}
              >
                {choice.title}
              </QuietButton>
            ))}
            <p className="note" role="status">
              {loading.isPending && 'Loading …'}
              {loading.isSuccess && 'Downloaded'}
            </p>
            <Failure error={loading.error} />
          </Dialog>
        </Popover>
      </DialogTrigger>
      {shown && <CopyButton label="Copy" textOf={async () => toClipboard(shown, nameOf)} />}
    </>
  )
}
