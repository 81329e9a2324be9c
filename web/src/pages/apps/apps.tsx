import { useState } from 'react'
import { useAccount, useAction, useAnswer, useMayEdit } from '../../api/queries.ts'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { platformName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Failure, LoadedList } from '../../layout/states.tsx'
import { AppLink } from '../../tables/app-link.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { AppLinks } from './app-links.tsx'
import styles from './apps.module.css'
import { LinkApp } from './link-app.tsx'
import { MergeApp } from './merge-app.tsx'
import { RenameApp } from './rename-app.tsx'

/** The account's apps, and the networks' ids that mean them. */
export default function Apps() {
  const imports = <PageLink to="/dashboard/imports">Imports</PageLink>
  return (
    <>
      <PageTitle of="/dashboard/apps" />
      <p className="under-title">
        Links tell which app a network’s id means. An import on the {imports} page asks for links
        that are missing.
      </p>
      <LoadedList
        query={useAnswer('apps')}
        rowsOf={({ apps }) => apps}
        empty="No apps"
        advice={<p>Import a report on the {imports} page. It can create the apps that it names.</p>}
      >
        {(apps) => <SearchedApps apps={apps} />}
      </LoadedList>
    </>
  )
}

const textOf = (app: ManagedAppAnswer): string =>
  [
    ...[app.app_name, app.app_id, app.app_store_id, app.app_bundle_id, app.android_package],
    ...app.links.flatMap((link) => [link.network, link.network_app_id]),
  ]
    .join('\n')
    .toLowerCase()

function SearchedApps({ apps }: { apps: readonly ManagedAppAnswer[] }) {
  const { permissions } = useAccount()
  const mayEdit = useMayEdit()
  const [search, setSearch] = useState('')
  const unlinking = useAction('apps/unlink', 'all')
  const wanted = search.trim().toLowerCase()
  const shown = apps.filter((app) => textOf(app).includes(wanted))
  return (
    <>
      <Failure error={unlinking.error} isCard />
      <label className={`field ${styles.search}`}>
        Search apps
        <input type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      </label>
      {shown.length === 0 && <p role="status">No app fits the search.</p>}
      {shown.length > 0 && (
        <ListTable
          label="Apps"
          className={styles.apps!}
          rows={shown}
          keyOf={({ app_id: id }) => id}
          attributesOf={({ app_id: id }) => ({ 'data-app': id })}
          columns={[
            { title: 'App', cell: nameOf },
            { title: 'Platform', cell: ({ platform }) => platformName(platform) },
            { title: 'Identifiers', cell: identifiersOf },
            {
              title: 'Linked from',
              cell: (app) => <AppLinks app={app} onUnlink={unlinking.mutate} />,
            },
          ]}
          actionsOf={(app) => (
            <>
              {mayEdit && <RenameApp app={app} />}
              {mayEdit && <LinkApp app={app} />}
              {permissions.includes('manage') && (
                <MergeApp app={app} others={apps.filter((one) => isLike(one, app))} />
              )}
            </>
          )}
        />
      )}
    </>
  )
}

const isLike = (one: ManagedAppAnswer, app: ManagedAppAnswer): boolean =>
  one.app_id !== app.app_id && one.platform === app.platform

const nameOf = (app: ManagedAppAnswer) => (
  <>
    <AppLink appId={app.app_id}>{visible(app.app_name)}</AppLink>
    <small>{visible(app.app_id)}</small>
    {app.archived && <small>Archived</small>}
  </>
)

const identifiersOf = (app: ManagedAppAnswer) => {
  const known = [app.app_store_id, app.app_bundle_id, app.android_package]
  const shown = known.filter((one) => one !== null)
  return shown.length === 0
    ? '–'
    : shown.map((one) => (
        <span key={one} className={styles.identifier}>
          {one}
        </span>
      ))
}
