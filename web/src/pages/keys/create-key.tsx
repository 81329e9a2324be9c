import { type FormEvent, useState } from 'react'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { IssuedKey } from './issued-key.tsx'
import { filledIn, LimitsFields } from './limits-fields.tsx'
import { permissionTitles } from './permission-titles.ts'
import { type KeyLimits, useKeyAction } from './use-keys.ts'

const atFirst: KeyLimits = { allow: ['read'] }

/** A dialog that creates a key and shows it. */
export function CreateKey() {
  const creating = useKeyAction('create')
  const [name, setName] = useState('')
  const [limits, setLimits] = useState(atFirst)
  const reset = () => {
    creating.reset()
    setName('')
    setLimits(atFirst)
  }
  const create = (event: FormEvent) => {
    event.preventDefault()
    creating.mutate({ name, ...filledIn(limits) })
  }
  return (
    <FormDialog opener="Create a key" isPrimary title="Create a key" onOpen={reset}>
      {(close) =>
        creating.data ? (
          <IssuedKey value={creating.data.key} onClose={close}>
            Copy the key “{name}” to the program that needs it.
          </IssuedKey>
        ) : (
          <form onSubmit={create}>
            <label className="field">
              Name
              <input
                value={name}
                onChange={({ target }) => setName(target.value)}
                maxLength={64}
                placeholder="BI tool"
                required
              />
            </label>
            <LimitsFields
              limits={limits}
              onChange={setLimits}
              permissions={Object.keys(permissionTitles)}
              apps={null}
            />
            <FormEnd
              error={creating.error}
              isBusy={creating.isPending || limits.allow?.length === 0}
              submit="Create"
              onCancel={close}
            />
          </form>
        )
      }
    </FormDialog>
  )
}
