import { useAnswer } from '../../api/queries.ts'
import type { ApiKeyAnswer } from '../../api/wire.ts'
import { appsText } from '../../controls/app-picker.tsx'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { LoadedList } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { LimitKey, ReplaceKey, RevokeKey, ShowKey } from './change-key.tsx'
import { CreateKey } from './create-key.tsx'
import styles from './keys.module.css'
import { permissionTitles } from './permission-titles.ts'

/** The account's API keys. */
export default function Keys() {
  const formats = useFormats()
  return (
    <>
      <PageTitle of="/dashboard/keys" />
      <p className="under-title">
        Programs send a key with the username of the account. Give each its own, with no more than
        it needs. To show figures to people without a sign-in, use{' '}
        <PageLink to="/dashboard/links">report links</PageLink>.
      </p>
      <div>
        <CreateKey />
      </div>
      <LoadedList
        query={useAnswer('keys')}
        rowsOf={({ keys }) => keys}
        empty="No keys"
        advice={<p>Create a key for each program that reads or imports figures.</p>}
      >
        {(keys) => (
          <ListTable
            label="Keys"
            className={styles.keys!}
            rows={keys}
            keyOf={({ name }) => name}
            attributesOf={({ name }) => ({ 'data-key': name })}
            columns={[
              { title: 'Name', cell: (key) => nameOf(key, formats) },
              { title: 'May', cell: permissionsOf },
              { title: 'Apps', cell: ({ apps }) => appsText(apps) },
              { title: 'Last used', cell: (key) => lastUseOf(key, formats) },
              { title: 'Stops working', cell: (key) => expiryOf(key, formats) },
            ]}
            actionsOf={(key) => (
              <>
                <ShowKey ofKey={key} />
                <LimitKey ofKey={key} />
                <ReplaceKey ofKey={key} />
                <RevokeKey ofKey={key} />
              </>
            )}
          />
        )}
      </LoadedList>
    </>
  )
}

function nameOf({ name, previous_until: until }: ApiKeyAnswer, formats: Formats) {
  return (
    <>
      <bdi>{name}</bdi>
      {until !== null && <small>The old key works until {formats.instant(until)}</small>}
    </>
  )
}

const permissionsOf = ({ permissions }: ApiKeyAnswer): string =>
  permissions.map((one) => permissionTitles[one] ?? one).join(', ')

function lastUseOf({ last_used_on: on, last_used_from: from }: ApiKeyAnswer, formats: Formats) {
  if (on === null) return 'Never'
  return (
    <>
      {formats.day(on, 'short')} <small>from {from}</small>
    </>
  )
}

function expiryOf({ expires_at: at, is_expired: isExpired }: ApiKeyAnswer, formats: Formats) {
  if (at === null) return 'Never'
  return isExpired ? <span className="failure">Expired</span> : formats.instant(at)
}
