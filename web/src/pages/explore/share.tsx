import { type FormEvent, useState } from 'react'
import { Button } from 'react-aria-components'
import { pageOfLink } from '../../../../src/values/page-paths.ts'
import { useAccount } from '../../api/queries.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { type LinkChoice, linkRequest } from '../../reports/link-question.ts'
import { exploreTexts } from '../../texts/en/explore.tsx'
import { daysTitle } from '../../view/days-title.ts'
import type { ExploreView } from '../../view/explore.ts'
import { PageLink } from '../../view/page-link.tsx'
import { daysOf } from '../../view/view.ts'
import { useLinkAction } from '../links/use-links.ts'
import styles from './explore.module.css'

const atFirst: LinkChoice = { name: '', isMoving: false, expiresAfterDays: 30 }

/** A dialog that shares the table with anyone who has an address. */
export function Share({ view }: { view: ExploreView }) {
  const { today } = useAccount()
  const creating = useLinkAction('create')
  const [choice, setChoice] = useState(atFirst)
  const reset = () => {
    creating.reset()
    setChoice(atFirst)
  }
  const create = (event: FormEvent) => {
    event.preventDefault()
    creating.mutate(linkRequest(view, today, choice))
  }
  const url = creating.data?.url
  return (
    <FormDialog opener={exploreTexts.share} title={exploreTexts.shareTheseFigures} onOpen={reset}>
      {(close) =>
        url === undefined ? (
          <form onSubmit={create}>
            <p className="note">{exploreTexts.aboutSharing}</p>
            <label className="field">
              {exploreTexts.name}
              <input
                value={choice.name}
                onChange={({ target }) => setChoice({ ...choice, name: target.value })}
                maxLength={64}
                placeholder={exploreTexts.exampleName}
                required
              />
            </label>
            <Days view={view} choice={choice} onChange={setChoice} />
            <label className="field">
              {exploreTexts.expires}
              <select
                value={choice.expiresAfterDays ?? 0}
                onChange={({ target }) =>
                  setChoice({ ...choice, expiresAfterDays: Number(target.value) || null })
                }
              >
                {Object.entries(exploreTexts.expiries)
                  .sort(([one], [other]) => (Number(one) || 1_000) - (Number(other) || 1_000))
                  .map(([days, title]) => (
                    <option key={days} value={days}>
                      {title}
                    </option>
                  ))}
              </select>
            </label>
            <FormEnd
              error={creating.error}
              isBusy={creating.isPending}
              submit={exploreTexts.createTheLink}
              onCancel={close}
            />
          </form>
        ) : (
          <div className={styles.share}>
            <p>{exploreTexts.copyNow}</p>
            <code data-testid="shared-url" dir="ltr">
              {pageOfLink(url)}
            </code>
            <div className="actions">
              <CopyButton
                label={exploreTexts.copyTheAddress}
                textOf={async () => pageOfLink(url)}
              />
              <Button className="primary" onPress={close} autoFocus>
                {exploreTexts.done}
              </Button>
              <PageLink to="/dashboard/links">{exploreTexts.allLinks}</PageLink>
            </div>
          </div>
        )
      }
    </FormDialog>
  )
}

interface DaysProps {
  readonly view: ExploreView
  readonly choice: LinkChoice
  readonly onChange: (choice: LinkChoice) => void
}

/** Which days the link shows. */
function Days({ view, choice, onChange }: DaysProps) {
  const { today } = useAccount()
  const { from, to } = daysOf(view.range, today)
  const { range } = view
  if (!('preset' in range)) {
    return <p>{exploreTexts.days(<DayRange from={from} to={to} />)}</p>
  }
  return (
    <fieldset className={styles.days}>
      <legend>{exploreTexts.daysTitle}</legend>
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
        {exploreTexts.whenOpened(daysTitle(range.preset))}
      </label>
    </fieldset>
  )
}
