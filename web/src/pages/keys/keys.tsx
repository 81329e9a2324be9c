import type { ApiKeyAnswer } from '../../api/wire.ts'
import { appsText } from '../../controls/app-picker.tsx'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, LoadedList } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { keysTexts } from '../../texts/en/keys.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { LimitKey, ReplaceKey, RevokeKey, ShowKey } from './change-key.tsx'
import { CreateKey } from './create-key.tsx'
import styles from './keys.module.css'
import { useKeys } from './use-keys.ts'

/** The account's API keys. */
export default function Keys() {
  const formats = useFormats()
  return (
    <>
      <PageTitle>{keysTexts.keys}</PageTitle>
      <p className="under-title">
        {keysTexts.aboutKeys(<PageLink to="/dashboard/links">{keysTexts.reportLinks}</PageLink>)}
      </p>
      <div>
        <CreateKey />
      </div>
      <LoadedList
        query={useKeys()}
        rowsOf={({ keys }) => keys}
        empty={
          <Empty title={keysTexts.noKeys}>
            <p>{keysTexts.createForPrograms}</p>
          </Empty>
        }
      >
        {(keys) => (
          <ListTable
            label={keysTexts.keys}
            className={styles.keys!}
            rows={keys}
            keyOf={({ name }) => name}
            attributesOf={({ name }) => ({ 'data-key': name })}
            columns={[
              { title: keysTexts.name, cell: (key) => nameOf(key, formats) },
              { title: keysTexts.may, cell: permissionsOf },
              { title: keysTexts.apps, cell: ({ apps }) => appsText(apps) },
              { title: keysTexts.lastUsed, cell: (key) => lastUseOf(key, formats) },
              { title: keysTexts.stopsWorking, cell: (key) => expiryOf(key, formats) },
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
      {until !== null && <small>{keysTexts.oldKeyUntil(formats.instant(until))}</small>}
    </>
  )
}

const permissionsOf = ({ permissions }: ApiKeyAnswer): string =>
  permissions.map((one) => keysTexts.permissionTitles[one] ?? one).join(', ')

function lastUseOf({ last_used_on: on, last_used_from: from }: ApiKeyAnswer, formats: Formats) {
  if (on === null) return keysTexts.never
  return (
    <>
      {formats.day(on, 'short')} <small>{keysTexts.fromAddress(from)}</small>
    </>
  )
}

function expiryOf({ expires_at: at, is_expired: isExpired }: ApiKeyAnswer, formats: Formats) {
  if (at === null) return keysTexts.never
  return isExpired ? <span className="failure">{keysTexts.expired}</span> : formats.instant(at)
}
