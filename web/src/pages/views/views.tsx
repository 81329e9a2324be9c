import { useAccount, useAction, useAnswer, useMayEdit } from '../../api/queries.ts'
import type { SavedViewAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Failure, LoadedList } from '../../layout/states.tsx'
import { AddressLink } from '../../saved-views/address-link.tsx'
import { describeAddress } from '../../saved-views/describe-address.ts'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { RenameView } from './rename-view.tsx'
import styles from './views.module.css'

/** The saved views of the reader, and those that others share. */
export default function Views() {
  return (
    <>
      <PageTitle of="/dashboard/views" />
      <p className="under-title">
        A view is a page with its days and filters. “Last 7 days” stays the last 7 days.
      </p>
      <LoadedList
        query={useAnswer('views')}
        rowsOf={({ views }) => views}
        empty="No saved views"
        advice={
          <p>
            Open the <PageLink to="/dashboard">Overview</PageLink>, choose days and filters, then
            save it with “Views” at the top.
          </p>
        }
      >
        {(views) => <ViewTable views={views} />}
      </LoadedList>
    </>
  )
}

function ViewTable({ views }: { views: readonly SavedViewAnswer[] }) {
  const account = useAccount()
  const formats = useFormats()
  const actions = {
    share: useAction('views/share'),
    delete: useAction('views/delete'),
    withdraw: useAction('views/withdraw'),
  }
  return (
    <>
      <Failure
        error={actions.share.error ?? actions.delete.error ?? actions.withdraw.error}
        isCard
      />
      <ListTable
        label="Saved views"
        className={styles.views!}
        rows={views}
        keyOf={({ id }) => id}
        attributesOf={({ name }) => ({ 'data-view': name })}
        columns={[
          { title: 'Name', cell: linkOf },
          {
            title: 'Shows',
            cell: ({ address }) => describeAddress(address, account, formats),
          },
          {
            title: 'Seen by',
            cell: ({ is_shared: isShared }) => (isShared ? 'Everyone in the account' : 'You'),
          },
          { title: 'Saved', cell: ({ saved_at: at }) => formats.instant(at) },
        ]}
        actionsOf={(view) => <Actions view={view} actions={actions} />}
      />
    </>
  )
}

const linkOf = ({ address, name, is_own: isOwn, saved_by: savedBy }: SavedViewAnswer) => (
  <>
    <AddressLink address={address}>
      <bdi>{name}</bdi>
    </AddressLink>
    {!isOwn && (
      <small>
        by <bdi>{savedBy}</bdi>
      </small>
    )}
  </>
)

interface ActionsProps {
  readonly view: SavedViewAnswer
  readonly actions: Readonly<Record<'share' | 'delete' | 'withdraw', ReturnType<typeof useAction>>>
}

function Actions({ view, actions }: ActionsProps) {
  const { permissions } = useAccount()
  const { id, name, is_own: isOwn, is_shared: isShared } = view
  const mayShare = useMayEdit()
  const mayChange = isOwn && (permissions.includes('import') || !isShared)
  if (!mayChange && !permissions.includes('manage')) return null
  const seen = isShared ? ' Nobody in the account sees it any more.' : ''
  return (
    <>
      {mayChange && <RenameView view={view} />}
      {isOwn && mayShare && (
        <QuietButton
          aria-label={`${isShared ? 'Stop sharing' : 'Share'} ${name}`}
          disabled={actions.share.isPending}
          onClick={() => actions.share.mutate({ id, is_shared: !isShared })}
        >
          {isShared ? 'Stop sharing' : 'Share'}
        </QuietButton>
      )}
      <ConfirmDialog
        label="Delete"
        about={name}
        title={`Delete the view “${name}”?`}
        text={`The figures stay as they are.${seen}`}
        action="Delete view"
        onConfirm={() => actions[isOwn ? 'delete' : 'withdraw'].mutate({ id })}
      />
    </>
  )
}
