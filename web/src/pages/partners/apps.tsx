import { useAccount, useAction } from '../../api/queries.ts'
import type { PartnerAnswer } from '../../api/wire.ts'
import { DayField } from '../../controls/day-field.tsx'
import { useFormats } from '../../figures/formats.ts'
import { Card } from '../../layout/card.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { SelectField, TextField } from '../money/fields.tsx'
import { boundsText } from './cells.tsx'
import { filledIn } from './filled-in.ts'

/** The apps whose figures a partner has a share of. */
export function PartnerApps({ partner: { partner, apps } }: { partner: PartnerAnswer }) {
  const formats = useFormats()
  return (
    <Card title="Apps" actions={<AssignApp partner={partner} />}>
      {apps.length === 0 ? (
        <p className="note">Assign an app, and the partner sees its share of it.</p>
      ) : (
        <ListTable
          label="Assigned apps"
          isCard={false}
          rows={apps}
          keyOf={({ app_id: id, from }) => `${id} ${from}`}
          attributesOf={({ app_id: id }) => ({ 'data-app': id })}
          columns={[
            {
              title: 'App',
              cell: ({ name, app_id: id }) => (
                <>
                  <bdi>{name}</bdi>
                  <small>{id}</small>
                </>
              ),
            },
            { title: 'App of the partner', cell: ({ own_app_id: id }) => <bdi>{id}</bdi> },
            { title: 'Days', cell: (app) => boundsText(app, formats) },
          ]}
          actionsOf={({ app_id: appId, name }) => (
            <UnassignApp partner={partner} appId={appId} name={name} />
          )}
        />
      )}
    </Card>
  )
}

function AssignApp({ partner }: { partner: string }) {
  const { apps } = useAccount()
  const assigning = useAction('partners/assign')
  return (
    <FormDialog
      opener="Assign an app"
      title="Assign an app"
      sends={[assigning]}
      onSubmit={(form, close) =>
        assigning.mutate({ partner, ...filledIn(form) }, { onSuccess: close })
      }
      submit="Assign app"
    >
      <SelectField
        label="App"
        name="app_id"
        required
        of={apps.map(({ app_id: id, name, platform }) => [id, `${name} (${platform})`])}
      />
      <TextField
        label="Id of the partner’s app (empty: a new one)"
        name="own_app_id"
        maxLength={128}
      />
      <DayField label="From" name="from" hint="Empty: from the first day" />
      <DayField label="To" name="to" hint="Empty: until you end it" />
    </FormDialog>
  )
}

interface UnassignAppProps {
  readonly partner: string
  readonly appId: string
  readonly name: string
}

function UnassignApp({ partner, appId, name }: UnassignAppProps) {
  const ending = useAction('partners/unassign')
  return (
    <FormDialog
      opener="Unassign"
      about={name}
      title={`Unassign ${name}`}
      sends={[ending]}
      onSubmit={(form, close) =>
        ending.mutate({ partner, app_id: appId, ...filledIn(form) }, { onSuccess: close })
      }
      submit="Unassign app"
      isDangerous
    >
      <p>The partner loses the app’s figures from that day on. Approved months stay.</p>
      <DayField label="From" name="from" hint="Empty: on all days" />
    </FormDialog>
  )
}
