import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { Options } from '../../controls/options.tsx'
import { slicesText } from '../../figures/counted.ts'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'

export interface MergeAppProps {
  readonly app: ManagedAppAnswer
  /** Apps of the same platform. */
  readonly others: readonly ManagedAppAnswer[]
}

/** A dialog that shows what a merge of an app would move, and merges it. */
export function MergeApp({ app: { app_id, app_name }, others }: MergeAppProps) {
  const formats = useFormats()
  const [into, setInto] = useState('')
  const preview = useAction('apps/merge', 'nothing')
  const merging = useAction('apps/merge', 'all')
  const choose = (chosen: string) => {
    preview.reset()
    merging.reset()
    setInto(chosen)
  }
  const slices = (count: number) => slicesText(formats.count(count), count)
  const submit = (_: FormData, close: () => void) => {
    const body = { app_id, into }
    if (preview.data) merging.mutate(body, { onSuccess: close })
    else preview.mutate({ ...body, dry_run: true })
  }
  return (
    <FormDialog
      opener="Merge"
      title={`Merge ${visible(app_name)} into another app`}
      onOpen={() => setInto('')}
      sends={[preview, merging]}
      onSubmit={submit}
      submit={preview.data ? 'Merge' : 'Show what would move'}
      isDangerous={preview.data !== undefined}
    >
      <p>
        Its figures are added to the other app’s, and imports of its figures go there. You can undo
        the merge on the Imports page.
      </p>
      <label className="field">
        Into
        <select value={into} onChange={({ target }) => choose(target.value)} required>
          <option value="">Choose an app</option>
          <Options
            of={others.map((one) => [
              one.app_id,
              `${visible(one.app_name)} (${visible(one.app_id)})`,
            ])}
          />
        </select>
      </label>
      {preview.data && (
        <p role="status">
          {slices(preview.data.slices)} with {formats.figure('revenue', preview.data.revenue)} of
          revenue would move. {slices(preview.data.added_to_slices)} of the other app would get
          figures added.
        </p>
      )}
    </FormDialog>
  )
}
