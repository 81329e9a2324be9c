import { useId } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useAction, useAnswer } from '../api/queries.ts'
import type { SavedViewAnswer } from '../api/wire.ts'
import { Form } from '../controls/form.tsx'
import { QuietButton } from '../controls/quiet-button.tsx'
import { textIn } from '../controls/text-in.ts'
import { Failure } from '../layout/states.tsx'
import { PageLink } from '../view/page-link.tsx'
import { AddressLink } from './address-link.tsx'
import styles from './views-menu.module.css'

export interface ViewsMenuProps {
  readonly isOpen: boolean
  /** Whether it was opened to save the page. */
  readonly isSaving: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The saved views, and a field to save the page on screen. */
export function ViewsMenu({ isOpen, isSaving, onOpenChange }: ViewsMenuProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button className="quiet">Views</Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className={styles.menu} aria-label="Saved views">
          <Views isSaving={isSaving} onClose={() => onOpenChange(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Views({ isSaving, onClose }: { isSaving: boolean; onClose: () => void }) {
  const { data, error, isPending, refetch } = useAnswer('views')
  const own = data?.views.filter((view) => view.is_own) ?? []
  const others = data?.views.filter((view) => !view.is_own) ?? []
  return (
    <>
      <SaveForm hasFocus={isSaving} />
      {isPending && <p className="note">Loading …</p>}
      <Failure error={error} onRetry={() => refetch()} />
      {own.length > 0 && <List title="Your views" views={own} onClose={onClose} />}
      {others.length > 0 && <List title="Shared with you" views={others} onClose={onClose} />}
      <div className={styles.all}>
        {data && (
          <PageLink to="/dashboard/views" onClick={onClose}>
            {data.views.length === 0 ? 'About saved views' : 'Rename, share or delete views'}
          </PageLink>
        )}
        <PageLink to="/dashboard/notes" onClick={onClose}>
          Notes on days
        </PageLink>
      </div>
    </>
  )
}

function SaveForm({ hasFocus }: { hasFocus: boolean }) {
  const save = useAction('views/save')
  const remove = useAction('views/delete')
  const submit = (fields: FormData, form: HTMLFormElement) => {
    const view = { name: textIn(fields, 'name'), address: location.pathname + location.search }
    save.mutate(view, { onSuccess: () => form.reset() })
  }
  return (
    <Form className={styles.save} onSubmit={submit}>
      <label className="field">
        Save this page as
        <input
          name="name"
          maxLength={64}
          placeholder="Weekly, AdMob"
          required
          // biome-ignore lint/a11y/noAutofocus: the reader asked for this field
          autoFocus={hasFocus}
        />
      </label>
      <button type="submit" className="primary" disabled={save.isPending}>
        Save
      </button>
      <Failure error={save.error ?? remove.error} />
      <p className="note" role="status">
        {save.data && `Saved as ${save.data.name}`}
      </p>
      {save.data && (
        <QuietButton
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id: save.data.id }, { onSuccess: () => save.reset() })}
        >
          Undo
        </QuietButton>
      )}
    </Form>
  )
}

interface ListProps {
  readonly title: string
  readonly views: readonly SavedViewAnswer[]
  readonly onClose: () => void
}

function List({ title, views, onClose }: ListProps) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.list}>
        {views.map((view) => (
          <li key={view.id}>
            <AddressLink address={view.address} onOpen={onClose}>
              <bdi>{view.name}</bdi>
            </AddressLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
