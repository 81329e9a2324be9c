import { useAccount } from '../../api/queries.ts'
import type { SavedViewAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { AddressLink } from '../../saved-views/address-link.tsx'
import { describeAddress } from '../../saved-views/describe-address.ts'
import { useSavedViews, useViewAction } from '../../saved-views/use-views.ts'
import { RenameView } from './rename-view.tsx'
import styles from './views.module.css'

/** The saved views of the reader, and those that others share. */
export default function Views() {
  const { data, error, isPending, refetch } = useSavedViews()
  return (
    <>
      <PageTitle>Saved views</PageTitle>
      <p className="under-title">
        A view is a page with its days and filters. “Last 7 days” stays the last 7 days.
      </p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={220} />}
      {data && data.views.length === 0 && (
        <Empty title="No saved views">
          <p>Open a page, choose its days and filters, then save it with “Views” at the top.</p>
        </Empty>
      )}
      {data && data.views.length > 0 && <ViewTable views={data.views} />}
    </>
  )
}

function ViewTable({ views }: { views: readonly SavedViewAnswer[] }) {
  const account = useAccount()
  const formats = useFormats()
  const actions = {
    share: useViewAction('share'),
    delete: useViewAction('delete'),
    withdraw: useViewAction('withdraw'),
  }
  const error = actions.share.error ?? actions.delete.error ?? actions.withdraw.error
  return (
    <>
      {error && (
        <p className="card failure" role="alert">
          {error.message}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
      <section className="card scroll" tabIndex={0} aria-label="Saved views">
        <table className={`${styles.views} stacked`}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Shows</th>
              <th scope="col">Seen by</th>
              <th scope="col">Saved</th>
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {views.map((view) => (
              <tr key={view.id} data-view={view.name}>
                <th scope="row">
                  <AddressLink address={view.address}>
                    <bdi>{view.name}</bdi>
                  </AddressLink>
                  {!view.is_own && (
                    <small>
                      by <bdi>{view.saved_by}</bdi>
                    </small>
                  )}
                </th>
                <td data-title="Shows">{describeAddress(view.address, account, formats)}</td>
                <td data-title="Seen by">{view.is_shared ? 'Everyone in the account' : 'You'}</td>
                <td data-title="Saved">{formats.instant(view.saved_at)}</td>
                <td>
                  <Actions view={view} actions={actions} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

interface ActionsProps {
  readonly view: SavedViewAnswer
  readonly actions: Readonly<
    Record<'share' | 'delete' | 'withdraw', ReturnType<typeof useViewAction>>
  >
}

function Actions({ view, actions }: ActionsProps) {
  const { permissions } = useAccount()
  const { id, name, is_own: isOwn, is_shared: isShared } = view
  if (!isOwn && !permissions.includes('manage')) return null
  const seen = isShared ? ' Nobody in the account sees it any more.' : ''
  return (
    <div className="row-actions">
      {isOwn && <RenameView view={view} />}
      {isOwn && permissions.includes('import') && (
        <button
          type="button"
          className="quiet"
          aria-label={`${isShared ? 'Stop sharing' : 'Share'} ${name}`}
          disabled={actions.share.isPending}
          onClick={() => actions.share.mutate({ id, is_shared: !isShared })}
        >
          {isShared ? 'Stop sharing' : 'Share'}
        </button>
      )}
      <ConfirmDialog
        label="Delete"
        about={name}
        title={`Delete the view “${name}”?`}
        text={`The figures stay as they are.${seen}`}
        action="Delete view"
        onConfirm={() => actions[isOwn ? 'delete' : 'withdraw'].mutate({ id })}
      />
    </div>
  )
}
