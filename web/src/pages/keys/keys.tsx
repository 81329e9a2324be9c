import type { ApiKeyAnswer } from '../../api/wire.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { TableFrame } from '../../tables/table-frame.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { LimitKey, ReplaceKey, RevokeKey, ShowKey } from './change-key.tsx'
import { CreateKey } from './create-key.tsx'
import styles from './keys.module.css'
import { permissionTitles } from './permission-titles.ts'
import { useKeys } from './use-keys.ts'

/** The account's API keys. */
export default function Keys() {
  const { data, error, isPending, refetch } = useKeys()
  return (
    <>
      <PageTitle>Keys</PageTitle>
      <p className="under-title">
        Programs send a key with the username of the account. Give each its own, with no more than
        it needs. To show figures to people without a sign-in, use{' '}
        <PageLink to="/dashboard/links">report links</PageLink>.
      </p>
      <div>
        <CreateKey />
      </div>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={220} />}
      {data && data.keys.length === 0 && (
        <Empty title="No keys">
          <p>Create a key for each program that reads or imports figures.</p>
        </Empty>
      )}
      {data && data.keys.length > 0 && <KeyTable keys={data.keys} />}
    </>
  )
}

function KeyTable({ keys }: { keys: readonly ApiKeyAnswer[] }) {
  const formats = useFormats()
  return (
    <TableFrame label="Keys" isCard>
      <table className={`${styles.keys} stacked`}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May</th>
            <th scope="col">Apps</th>
            <th scope="col">Last used</th>
            <th scope="col">Stops working</th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.name} data-key={key.name}>
              <th scope="row">
                <bdi>{key.name}</bdi>
                {key.previous_until !== null && (
                  <small>The old key works until {formats.instant(key.previous_until)}</small>
                )}
              </th>
              <td data-title="May">
                {key.permissions.map((one) => permissionTitles[one] ?? one).join(', ')}
              </td>
              <td data-title="Apps">{appsOf(key)}</td>
              <td data-title="Last used">{lastUseOf(key, formats)}</td>
              <td data-title="Stops working">{expiryOf(key, formats)}</td>
              <td>
                <div className="row-actions">
                  <ShowKey ofKey={key} />
                  <LimitKey ofKey={key} />
                  <ReplaceKey ofKey={key} />
                  <RevokeKey ofKey={key} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

const maxListed = 3

function appsOf({ apps }: ApiKeyAnswer): string {
  if (apps === null) return 'All'
  const more = apps.length - maxListed
  return `${apps.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

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
