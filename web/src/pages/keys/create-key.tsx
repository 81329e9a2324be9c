import { type FormEvent, useState } from 'react'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { keysTexts } from '../../texts/en/keys.tsx'
import { IssuedKey } from './issued-key.tsx'
import { filledIn, LimitsFields } from './limits-fields.tsx'
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
    <FormDialog opener={keysTexts.createAKey} isPrimary title={keysTexts.createAKey} onOpen={reset}>
      {(close) =>
        creating.data ? (
          <IssuedKey value={creating.data.key} onClose={close}>
            {keysTexts.copyToProgram(name)}
          </IssuedKey>
        ) : (
          <form onSubmit={create}>
            <label className="field">
              {keysTexts.name}
              <input
                value={name}
                onChange={({ target }) => setName(target.value)}
                maxLength={64}
                placeholder={keysTexts.biTool}
                required
              />
            </label>
            <LimitsFields
              limits={limits}
              onChange={setLimits}
              permissions={Object.keys(keysTexts.permissionTitles)}
              apps={null}
            />
            <FormEnd
              error={creating.error}
              isBusy={creating.isPending || limits.allow?.length === 0}
              submit={keysTexts.create}
              onCancel={close}
            />
          </form>
        )
      }
    </FormDialog>
  )
}
