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

/** Signs that may be written for the operators of addresses. The longer ones are read first. */
const signs = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['>', 'gt'],
  ['<', 'lt'],
] as const

const withCodes = (text: string): string =>
  signs.reduce(
    (read, [sign, code]) => read.replaceAll(new RegExp(`\\s*${sign}\\s*`, 'g'), `:${code}:`),
    text,
  )

const withSigns = (condition: string): string =>
  signs.reduce((shown, [sign, code]) => shown.replace(`:${code}:`, ` ${sign} `), condition)

/** Conditions on metrics that rows fulfil, such as `revenue >= 100`. Enter applies them. */
export function Having({ having, onChange }: HavingProps) {
  const [text, edit] = useEdited(having.map(withSigns).join(', '))
  const conditions = withCodes(text)
    .split(/[\s,]+/)
    .filter((one) => one !== '')
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
          placeholder="revenue >= 100"
          onChange={({ target }) => {
            target.setCustomValidity('')
            edit(target.value)
          }}
        />
      </label>
    </form>
  )
}
