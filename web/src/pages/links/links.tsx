import { useAction, useAnswer } from '../../api/queries.ts'
import type { LinkAnswer } from '../../api/wire.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { LoadedList } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { describeLink } from './describe-link.ts'
import styles from './links.module.css'

/** The account's report links: what each shows, and until when. */
export default function Links() {
  const formats = useFormats()
  return (
    <>
      <PageTitle of="/dashboard/links" />
      <p className="under-title">
        Anyone who has the address of a link sees its figures, and nothing else. Share a table on{' '}
        <PageLink to="/dashboard/explore">Explore</PageLink>.
      </p>
      <LoadedList
        query={useAnswer('links')}
        rowsOf={({ links }) => links}
        empty="No report links"
        advice={
          <p>
            Choose figures on <PageLink to="/dashboard/explore">Explore</PageLink>, then Share.
          </p>
        }
      >
        {(links) => (
          <ListTable
            label="Report links"
            className={styles.links!}
            rows={links}
            keyOf={({ name }) => name}
            attributesOf={({ name }) => ({ 'data-link': name })}
            columns={[
              { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
              { title: 'Shows', cell: describeLink },
              { title: 'Created', cell: ({ created_at: at }) => formats.instant(at) },
              { title: 'Expires', cell: (link) => expiryOf(link, formats) },
            ]}
            actionsOf={({ name }) => <Revoke name={name} />}
          />
        )}
      </LoadedList>
    </>
  )
}

function expiryOf({ expires_at: at, is_expired: isExpired }: LinkAnswer, formats: Formats) {
  if (at === null) return 'Never'
  return isExpired ? <span className="failure">Expired</span> : formats.instant(at)
}

function Revoke({ name }: { name: string }) {
  const revoking = useAction('links/revoke')
  return (
    <FormDialog
      opener="Revoke"
      title={`Revoke the link “${name}”?`}
      sends={[revoking]}
      onSubmit={() => revoking.mutate({ name })}
      submit="Revoke link"
      isDangerous
    >
      <p>It stops working at once, for everyone who has its address.</p>
    </FormDialog>
  )
}
