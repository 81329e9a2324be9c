import { useState } from 'react'
import { useAccount, useAction, useAnswer } from '../../api/queries.ts'
import type { MarkAnswer } from '../../api/wire.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { textIn } from '../../controls/text-in.ts'
import { Card } from '../../layout/card.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { TextField } from '../money/fields.tsx'
import { Totals } from './cells.tsx'
import styles from './partners.module.css'

/** How the account looks to its partners, and the key that it signs statements with. */
export function Mark() {
  const { permissions } = useAccount()
  const { data: mark, error, refetch } = useAnswer('partners/mark')
  const { data: signing } = useAnswer('partners/key')
  return (
    <Card
      title="What partners see of you"
      actions={mark && permissions.includes('manage') && <SetMark mark={mark} />}
    >
      <Failure error={error} onRetry={() => refetch()} />
      {mark && (
        <>
          {mark.logo !== null && <img className={styles.logo} src={mark.logo} alt="Your logo" />}
          <Totals
            of={{
              Name: mark.name,
              Colour: mark.accent ?? 'Adtally’s',
              'Powered by Adtally': mark.shows_powered_by ? 'Shown' : 'Not shown',
            }}
          />
        </>
      )}
      {signing && <SigningKey of={signing.key} />}
    </Card>
  )
}

/** The key with which receivers check statements. */
export function SigningKey({ of: key }: { of: string }) {
  return (
    <div>
      <p className="note">
        Statements are signed. Receivers check them with this public key, another Adtally after{' '}
        <code>adtally statements trust</code>:
      </p>
      <p className="key">
        <code>{key}</code> <CopyButton label="Copy" textOf={async () => key} />
      </p>
    </div>
  )
}

const logoTypes = ['image/png', 'image/jpeg', 'image/webp']
const maxLogoCharacters = 100_000

/** A picture as a data URL. @throws Error for another file, and for one that is too large */
async function readLogo(file: File): Promise<string> {
  if (!logoTypes.includes(file.type)) throw new Error('The logo has to be a PNG, JPEG or WebP.')
  // Four characters for three bytes, and the type.
  if (file.size > (maxLogoCharacters - 30) * 0.75) {
    throw new Error(`The logo has ${Math.ceil(file.size / 1_000)} kB. The most are 74 kB.`)
  }
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('The browser could not read the file.'))
    reader.readAsDataURL(file)
  })
}

function SetMark({ mark }: { mark: MarkAnswer }) {
  const setting = useAction('partners/mark/set')
  const [logo, setLogo] = useState('')
  const [fault, setFault] = useState<Error | null>(null)
  const choose = async (file: File | undefined) => {
    setFault(null)
    if (file) await readLogo(file).then(setLogo, setFault)
  }
  const submit = (form: FormData, close: () => void) => {
    const body = {
      name: textIn(form, 'name'),
      accent: textIn(form, 'accent').toLowerCase(),
      ...(logo !== (mark.logo ?? '') && { logo }),
      powered_by: form.has('powered_by'),
    }
    setting.mutate(body, { onSuccess: close })
  }
  return (
    <FormDialog
      opener="Change"
      about="what partners see of you"
      title="What partners see of you"
      onOpen={() => {
        setLogo(mark.logo ?? '')
        setFault(null)
      }}
      sends={[setting]}
      onSubmit={submit}
      submit="Save"
      isIncomplete={fault !== null}
    >
      <TextField label="Name" name="name" defaultValue={mark.name} required />
      <TextField
        label="Colour (empty: Adtally’s)"
        name="accent"
        pattern="#[0-9A-Fa-f]{6}"
        title="A colour such as #0a7f5a"
        placeholder="#0a7f5a"
        defaultValue={mark.accent ?? ''}
      />
      <label className="field">
        Logo
        <input
          type="file"
          accept={logoTypes.join(',')}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <small>PNG, JPEG or WebP, up to 74 kB.</small>
      </label>
      <Failure error={fault} />
      {logo !== '' && (
        <div className={styles.chosen}>
          <img className={styles.logo} src={logo} alt="The chosen logo" />
          <QuietButton onClick={() => setLogo('')}>Remove the logo</QuietButton>
        </div>
      )}
      <label className="field inline">
        <input type="checkbox" name="powered_by" defaultChecked={mark.shows_powered_by} />
        Show “Powered by Adtally”
      </label>
    </FormDialog>
  )
}
