import type { LinkAnswer } from '../../api/wire.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { RevokeDialog } from '../../layout/revoke-dialog.tsx'
import { Empty, LoadedList } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { linksTexts } from '../../texts/en/links.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { describeLink } from './describe-link.ts'
import styles from './links.module.css'
import { useLinkAction, useLinks } from './use-links.ts'

/** The account's report links: what each shows, and until when. */
export default function Links() {
  const formats = useFormats()
  return (
    <>
      <PageTitle>{linksTexts.reportLinks}</PageTitle>
      <p className="under-title">
        {linksTexts.aboutLinks(<PageLink to="/dashboard/explore">{linksTexts.explore}</PageLink>)}
      </p>
      <LoadedList
        query={useLinks()}
        rowsOf={({ links }) => links}
        empty={
          <Empty title={linksTexts.noReportLinks}>
            <p>
              {linksTexts.chooseFigures(
                <PageLink to="/dashboard/explore">{linksTexts.explore}</PageLink>,
              )}
            </p>
          </Empty>
        }
      >
        {(links) => (
          <ListTable
            label={linksTexts.reportLinks}
            className={styles.links!}
            rows={links}
            keyOf={({ name }) => name}
            attributesOf={({ name }) => ({ 'data-link': name })}
            columns={[
              { title: linksTexts.name, cell: ({ name }) => <bdi>{name}</bdi> },
              { title: linksTexts.shows, cell: describeLink },
              { title: linksTexts.created, cell: ({ created_at: at }) => formats.instant(at) },
              { title: linksTexts.expires, cell: (link) => expiryOf(link, formats) },
            ]}
            actionsOf={({ name }) => <Revoke name={name} />}
          />
        )}
      </LoadedList>
    </>
  )
}

function expiryOf({ expires_at: at, is_expired: isExpired }: LinkAnswer, formats: Formats) {
  if (at === null) return linksTexts.never
  return isExpired ? <span className="failure">{linksTexts.expired}</span> : formats.instant(at)
}

function Revoke({ name }: { name: string }) {
  return (
    <RevokeDialog
      name={name}
      opener={linksTexts.revoke}
      title={linksTexts.revokeTheLink(name)}
      text={linksTexts.aboutRevoking}
      action={linksTexts.revokeLink}
      revoking={useLinkAction('revoke')}
    />
  )
}
