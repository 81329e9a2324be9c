import { useState } from 'react'
import { Button } from 'react-aria-components'
import { pageOfLink } from '../../../../src/values/page-paths.ts'
import { useAccount, useAction } from '../../api/queries.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { Options } from '../../controls/options.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { type LinkChoice, linkRequest } from '../../reports/link-question.ts'
import { daysTitle } from '../../view/days-title.ts'
import { PageLink } from '../../view/page-link.tsx'
import type { ReportView } from '../../view/report-view.ts'
import { daysOf } from '../../view/view.ts'
import styles from './report-cards.module.css'

const atFirst: LinkChoice = { name: '', isMoving: true, expiresAfterDays: 30 }

/** A dialog that shares the table with anyone who has an address. */
export function Share({ view }: { view: ReportView }) {
  const { today } = useAccount()
  const creating = useAction('links/create')
  const [choice, setChoice] = useState(atFirst)
  const url = creating.data?.url
  return (
    <FormDialog
      opener="Share"
      title="Share these figures"
      onOpen={() => setChoice(atFirst)}
      sends={[creating]}
      onSubmit={() => creating.mutate(linkRequest(view, today, choice))}
      submit="Create the link"
      result={(close) => url !== undefined && <Shared url={url} onClose={close} />}
    >
      <p className="note">
        Anyone who has the address sees this table, and nothing else, without a sign-in.
      </p>
      <label className="field">
        Name
        <input
          value={choice.name}
          onChange={({ target }) => setChoice({ ...choice, name: target.value })}
          maxLength={64}
          placeholder="Weekly figures for the board"
          required
        />
      </label>
      <Days view={view} choice={choice} onChange={setChoice} />
      <label className="field">
        Expires
        <select
          value={choice.expiresAfterDays ?? 0}
          onChange={({ target }) =>
            setChoice({ ...choice, expiresAfterDays: Number(target.value) || null })
          }
        >
          <Options of={expiries} />
        </select>
      </label>
    </FormDialog>
  )
}

function Shared({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <div className={styles.share}>
      <p>Copy the address now: it is not shown again.</p>
      <code data-testid="shared-url" dir="ltr">
        {pageOfLink(url)}
      </code>
      <div className="actions">
        <CopyButton label="Copy the address" textOf={async () => pageOfLink(url)} />
        <Button className="primary" onPress={onClose} autoFocus>
          Done
        </Button>
        <PageLink to="/dashboard/links">All links</PageLink>
      </div>
    </div>
  )
}

interface DaysProps {
  readonly view: ReportView
  readonly choice: LinkChoice
  readonly onChange: (choice: LinkChoice) => void
}

/** Which days the link shows. */
function Days({ view, choice, onChange }: DaysProps) {
  const { today } = useAccount()
  const { from, to } = daysOf(view.range, today)
  const { range } = view
  if (!('preset' in range)) {
    return (
      <p>
        Days: <DayRange from={from} to={to} />
      </p>
    )
  }
  return (
    <fieldset className={styles.days}>
      <legend>Days</legend>
      <label>
        <input
          type="radio"
          name="days"
          checked={!choice.isMoving}
          onChange={() => onChange({ ...choice, isMoving: false })}
        />
        <DayRange from={from} to={to} />
      </label>
      <label>
        <input
          type="radio"
          name="days"
          checked={choice.isMoving}
          onChange={() => onChange({ ...choice, isMoving: true })}
        />
        {daysTitle(range.preset)}, when it is opened
      </label>
    </fieldset>
  )
}

const expiries = [
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['0', 'Never'],
] as const
