import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { Options } from '../../controls/options.tsx'
import { textIn } from '../../controls/text-in.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { type DestinationKind, kindsOfDestination, mismatchTitles } from './destination-kinds.ts'

/** A dialog that adds a destination. */
export function AddDestination() {
  const adding = useAction('destinations/add')
  const [kind, setKind] = useState<DestinationKind>('postgresql')
  const { placeholder, address, mayKeepHistory } = kindsOfDestination[kind]
  return (
    <FormDialog
      opener="Add a destination"
      isPrimary
      title="Add a destination"
      onOpen={() => setKind('postgresql')}
      sends={[adding]}
      onSubmit={(form, close) =>
        adding.mutate(
          {
            name: textIn(form, 'name'),
            kind,
            address: textIn(form, 'address'),
            history: form.has('history'),
            on_mismatch: textIn(form, 'on_mismatch'),
          },
          { onSuccess: close },
        )
      }
      submit="Add destination"
    >
      <label className="field">
        Kind
        <select value={kind} onChange={({ target }) => setKind(target.value as DestinationKind)}>
          <Options of={Object.entries(kindsOfDestination).map(([of, { title }]) => [of, title])} />
        </select>
      </label>
      <label className="field">
        Name
        <input name="name" maxLength={64} placeholder="warehouse" required />
      </label>
      <label className="field">
        Address
        <input
          key={kind}
          name="address"
          placeholder={placeholder}
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <small>{address}</small>
      </label>
      {mayKeepHistory && (
        <label className="field inline">
          <input type="checkbox" name="history" defaultChecked />
          Keep earlier versions of rows
        </label>
      )}
      <label className="field">
        When others changed the copy
        <select name="on_mismatch" defaultValue="repair">
          <Options of={Object.entries(mismatchTitles)} />
        </select>
      </label>
    </FormDialog>
  )
}
