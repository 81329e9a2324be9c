import type { FormEvent } from 'react'
import {
  havingAccepts,
  maxConditions,
  readCondition,
} from '../../../../src/reporting/question/read-having.ts'
import { useEdited } from '../../controls/use-edited.ts'
import styles from '../report-cards/report-cards.module.css'

interface HavingProps {
  readonly having: readonly string[]
  readonly onChange: (having: readonly string[]) => void
}

/** Conditions on metrics that rows fulfil, such as `revenue:gte:100`. Enter applies them. */
export function Having({ having, onChange }: HavingProps) {
  const [text, edit] = useEdited(having.join(', '))
  const conditions = text.split(/[\s,]+/).filter((one) => one !== '')
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')!
    const isGood = conditions.length <= maxConditions && conditions.every(readCondition)
    field.setCustomValidity(isGood ? '' : havingAccepts)
    if (field.reportValidity()) onChange(conditions)
  }
  return (
    <form onSubmit={apply} noValidate>
      <label className={styles.choice}>
        <span>Conditions</span>
        <input
          type="text"
          value={text}
          placeholder="revenue:gte:100"
          onChange={({ target }) => {
            target.setCustomValidity('')
            edit(target.value)
          }}
        />
      </label>
    </form>
  )
}
