import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import type { ImportState } from './import-state.ts'

type Working = Extract<ImportState, { step: 'working' }>

/** How far an import is. */
export function ImportProgress({ state, onCancel }: { state: Working; onCancel: () => void }) {
  const formats = useFormats()
  const { given, isDryRun, phase, share } = state
  const names = given.files.map(({ name }) => visible(name)).join(', ')
  return (
    <>
      <p>
        {isDryRun ? 'Checking' : 'Importing'} <b>{names}</b>
      </p>
      <progress {...(share !== null && { value: share })} max={1} aria-label={phases[phase]} />
      <p className="note">
        <span role="status">{phases[phase]}</span>
        {share === null ? ' …' : `: ${formats.share(share.toFixed(3))}`}
      </p>
      {isDryRun ? (
        <div className="actions">
          <QuietButton onClick={onCancel}>Cancel</QuietButton>
        </div>
      ) : (
        <p className="note">The import goes on when you leave this page.</p>
      )}
    </>
  )
}

const phases = {
  sending: 'Sending the files',
  waiting: 'Waiting for other imports',
  fetching: 'Fetching',
  reading: 'Reading rows',
  checking: 'Checking rows',
  writing: 'Writing figures',
  compacting: 'Dropping old history',
}
