import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { IssuedSecret } from '../../controls/issued-secret.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { filledIn, type KeyLimits, LimitsFields } from './limits-fields.tsx'
import { permissionTitles } from './permission-titles.ts'

const atFirst: KeyLimits = { allow: ['read'] }

/** A dialog that creates a key and shows it. */
export function CreateKey() {
  const creating = useAction('keys/create')
  const [limits, setLimits] = useState(atFirst)
  return (
    <FormDialog
      opener="Create a key"
      isPrimary
      title="Create a key"
      onOpen={() => setLimits(atFirst)}
      sends={[creating]}
      onSubmit={(form) => creating.mutate({ name: form.get('name'), ...filledIn(limits) })}
      submit="Create"
      isIncomplete={limits.allow?.length === 0}
      result={(close) =>
        creating.data && (
          <IssuedSecret copy="Copy the key" value={creating.data.key} onClose={close}>
            Copy the key “{creating.data.name}” to the program that needs it.
          </IssuedSecret>
        )
      }
    >
      <label className="field">
        Name
        <input name="name" maxLength={64} placeholder="BI tool" required />
      </label>
      <LimitsFields
        limits={limits}
        onChange={setLimits}
        permissions={Object.keys(permissionTitles)}
        apps={null}
      />
    </FormDialog>
  )
}
