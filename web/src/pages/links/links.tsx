import type { FormEvent } from 'react'
import type { LinkAnswer } from '../../api/wire.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { FormEnd, KeyDialog } from '../keys/key-dialog.tsx'
import { describeLink } from './describe-link.ts'
import styles from './links.module.css'
import { useLinkAction, useLinks } from './use-links.ts'

/** The account's report links: what each shows, and until when. */
export default function Links() {
  const { data, error, isPending, refetch } = useLinks()
  return (
    <>
      <PageTitle>Report links</PageTitle>
      <p className="under-title">
        Anyone who has the address of a link sees its figures, and nothing else. Share a table on{' '}
        <PageLink to="/dashboard/explore">Explore</PageLink>.
      </p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={220} />}
      {data && data.links.length === 0 && (
        <Empty title="No report links">
          <p>
            Choose figures on <PageLink to="/dashboard/explore">Explore</PageLink>, then Share.
          </p>
        </Empty>
      )}
      {data && data.links.length > 0 && <LinkTable links={data.links} />}
    </>
  )
}

function LinkTable({ links }: { links: readonly LinkAnswer[] }) {
  const formats = useFormats()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className="card scroll" tabIndex={0} aria-label="Report links">
      <table className={`${styles.links} stacked`}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Shows</th>
            <th scope="col">Created</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.name} data-link={link.name}>
              <th scope="row">
                <bdi>{link.name}</bdi>
              </th>
              <td data-title="Shows">{describeLink(link)}</td>
              <td data-title="Created">{formats.instant(link.created_at)}</td>
              <td data-title="Expires">{expiryOf(link, formats)}</td>
              <td>
                <div className="row-actions">
                  <Revoke name={link.name} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function expiryOf({ expires_at: at, is_expired: isExpired }: LinkAnswer, formats: Formats) {
  if (at === null) return 'Never'
  return isExpired ? <span className="failure">Expired</span> : formats.instant(at)
}

function Revoke({ name }: { name: string }) {
  const revoking = useLinkAction('revoke')
  const revoke = (event: FormEvent) => {
    event.preventDefault()
    revoking.mutate({ name })
  }
  return (
    <KeyDialog opener="Revoke" title={`Revoke the link “${name}”?`} onOpen={() => revoking.reset()}>
      {(close) => (
        <form onSubmit={revoke}>
          <p>It stops working at once, for everyone who has its address.</p>
          <FormEnd
            error={revoking.error}
            isBusy={revoking.isPending}
            submit="Revoke link"
            isDangerous
            onCancel={close}
          />
        </form>
      )}
    </KeyDialog>
  )
}
