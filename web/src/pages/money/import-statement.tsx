import { useAction, useAnswer } from '../../api/queries.ts'
import type { AnswerTo } from '../../api/wire.ts'
import { textIn } from '../../controls/text-in.ts'
import { useFormats } from '../../figures/formats.ts'
import { plural } from '../../figures/plural.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { SelectField } from './fields.tsx'
import { lineColumns } from './lines.tsx'
import styles from './money.module.css'

type Previewed = AnswerTo<'POST /money/statements/add'>['statements'][number]

/** A dialog that shows what a statement would bring, and imports it. */
export function ImportStatement() {
  const mappings = useAnswer('money/mappings').data?.mappings ?? []
  const preview = useAction('money/statements/add', 'nothing')
  const adding = useAction('money/statements/add')
  const changed = () => {
    preview.reset()
    adding.reset()
  }
  const submit = async (form: FormData, close: () => void) => {
    const mapping = textIn(form, 'mapping')
    const given = { file: await fileIn(form), ...(mapping !== '' && { mapping }) }
    if (preview.data) adding.mutate(given, { onSuccess: close })
    else preview.mutate({ ...given, dry_run: true })
  }
  const [found] = preview.data?.statements ?? []
  return (
    <FormDialog
      opener="Import a statement"
      isPrimary
      title="Import a statement"
      sends={[preview, adding]}
      onSubmit={submit}
      submit={found ? 'Import' : 'Preview'}
      isIncomplete={found?.is_repeated ?? false}
    >
      <p className={found && styles.wide}>
        A CSV with the columns network, period, kind, amount, currency, date and reference, payments
        of AdSense, transactions of Unity, a statement of another Adtally whose key is trusted, or a
        file of your bank.
      </p>
      <label className="field">
        File
        <input name="file" type="file" accept=".csv,.json,.txt,.tsv" onChange={changed} />
      </label>
      <label className="field">
        Or its text
        <textarea name="text" rows={3} spellCheck={false} onChange={changed} />
      </label>
      {mappings.length > 0 && (
        <SelectField
          label="Read it as"
          name="mapping"
          onChange={changed}
          of={mappings.map(({ name }) => [name, `File of ${name}`])}
        >
          <option value="">Statement of a network</option>
        </SelectField>
      )}
      <div role="status">{found && <Preview of={found} />}</div>
    </FormDialog>
  )
}

/** The chosen file, else the text that was pasted. */
async function fileIn(form: FormData): Promise<{ readonly name: string; readonly text: string }> {
  const file = form.get('file') as File
  if (file.size > 0) return { name: file.name, text: await file.text() }
  return { name: 'pasted.csv', text: String(form.get('text')) }
}

function Preview({ of: found }: { of: Previewed }) {
  const formats = useFormats()
  if (found.is_repeated) return <p>Statement {found.statement} already has this file.</p>
  return (
    <>
      <p>
        <b>Nothing is imported yet.</b> {formats.count(found.lines.length)}{' '}
        {plural(found.lines.length, { one: 'line', other: 'lines' })},{' '}
        {formats.count(found.waiting)} to assign, {formats.count(found.skipped)} skipped.
      </p>
      <ListTable
        label="Lines of the file"
        isCard={false}
        rows={found.lines.slice(0, shownLines).map((line, id) => ({ ...line, id }))}
        keyOf={({ id }) => id}
        attributesOf={({ id }) => ({ 'data-previewed': id })}
        columns={lineColumns(formats)}
      />
      {found.lines.length > shownLines && (
        <p className="note">Not listed: {formats.count(found.lines.length - shownLines)} more.</p>
      )}
    </>
  )
}

/** The lines that a preview lists. */
const shownLines = 100
