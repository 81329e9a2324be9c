import { useState } from 'react'
import {
  canCreate as canCreateApp,
  isUnclear as isUnclearApp,
  linkedPlatform,
  mayBe,
} from '../../../../src/values/link-choices.ts'
import { useAccount, useAction } from '../../api/queries.ts'
import type { NetworkAppAnswer } from '../../api/wire.ts'
import { Form } from '../../controls/form.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { appName, networkName, platformName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import styles from './link-network-apps.module.css'

export interface LinkNetworkAppsProps {
  readonly networkApps: readonly NetworkAppAnswer[]
  /** @param creates whether some of the apps are to be created */
  readonly onLinked: (creates: boolean) => void
}

/** The choice of a new app; no app has an empty id. */
const create = ' '
const keyOf = (one: NetworkAppAnswer): string => JSON.stringify([one.network_app_id, one.platform])
const isUnclear = (one: NetworkAppAnswer): boolean =>
  isUnclearApp({ ...one, isNameOnly: one.is_name_only })
const canCreate = (one: NetworkAppAnswer): boolean =>
  canCreateApp({ ...one, isNameOnly: one.is_name_only })

/** Links the apps of a refused report, with suggestions by name and platform. */
export function LinkNetworkApps({ networkApps, onLinked }: LinkNetworkAppsProps) {
  const { apps } = useAccount()
  const formats = useFormats()
  const linking = useAction('apps/link', 'all')
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const choiceOf = (one: NetworkAppAnswer): string => {
    const [only, ...others] = one.suggestions
    return chosen[keyOf(one)] ?? (others.length === 0 ? (only ?? '') : '')
  }
  const creatable = networkApps.filter((one) => choiceOf(one) === '' && canCreate(one))
  const submit = async () => {
    const links = networkApps
      .filter((one) => !isUnclear(one) && choiceOf(one) !== create)
      .map((one) => linkTo(choiceOf(one), one))
    if (links.length > 0) await linking.mutateAsync({ links })
    onLinked(networkApps.some((one) => choiceOf(one) === create))
  }
  const linkTo = (appId: string, { network, network_app_id, platform }: NetworkAppAnswer) => {
    const app = apps.find(({ app_id }) => app_id === appId)
    const stated = linkedPlatform(platform, app?.platform)
    return { network, network_app_id, app_id: appId, ...(stated && { platform: stated }) }
  }
  return (
    <Form
      className={styles.form}
      aria-label="Link these apps"
      onSubmit={() => submit().catch(() => undefined)}
    >
      <p>
        Choose the app that each name or id of the network means. Then the same files are checked
        again.
      </p>
      <ListTable
        label="Link these apps"
        isCard={false}
        className={styles.linkApps!}
        rows={networkApps}
        keyOf={keyOf}
        attributesOf={(one) => ({ 'data-network-app': one.network_app_id })}
        columns={[
          { title: 'App in the report', cell: nameOf },
          {
            title: 'Your app',
            cell: (one) =>
              isUnclear(one) ? (
                'Apps of several platforms have this name, and the report does not state the platform. Export it again with the platform as a column.'
              ) : (
                <select
                  aria-label={`Your app for ${visible(one.name)}`}
                  value={choiceOf(one)}
                  onChange={({ target }) => setChosen({ ...chosen, [keyOf(one)]: target.value })}
                  required
                >
                  <option value="">Choose an app</option>
                  {canCreate(one) && <option value={create}>Create a new app</option>}
                  {apps
                    .filter((app) => mayBe(app.platform, one.platform))
                    .map((app) => (
                      <option key={app.app_id} value={app.app_id}>
                        {appName(app)} ({visible(app.app_id)})
                      </option>
                    ))}
                </select>
              ),
          },
        ]}
      />
      <Failure error={linking.error} />
      <div className="actions">
        {!networkApps.every(isUnclear) && (
          <button type="submit" className="primary" disabled={linking.isPending}>
            Link and check again
          </button>
        )}
        {creatable.length > 0 && (
          <QuietButton
            onClick={() =>
              setChosen({
                ...chosen,
                ...Object.fromEntries(creatable.map((one) => [keyOf(one), create])),
              })
            }
          >
            Create the others ({formats.count(creatable.length)})
          </QuietButton>
        )}
      </div>
    </Form>
  )
}

const nameOf = ({ network, network_app_id: id, name, platform }: NetworkAppAnswer) => (
  <>
    {visible(name)}
    <small>
      {[networkName(network), id !== name && visible(id), platform && platformName(platform)]
        .filter(Boolean)
        .join(' · ')}
    </small>
  </>
)
