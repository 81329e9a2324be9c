import { useAccount, useAction } from '../../api/queries.ts'
import type { SetAsideAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { rowsText } from '../../figures/counted.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { FewRows } from '../../layout/few-rows.tsx'
import { Failure } from '../../layout/states.tsx'
import styles from './imports.module.css'

/** Rows that are in no figures until a person answers which network they are of. */
export function SetAside({ names }: { names: readonly SetAsideAnswer[] }) {
  const formats = useFormats()
  const mayImport = useAccount().permissions.includes('import')
  const answer = useAction('imports/network')
  return (
    <section className="card" aria-labelledby="set-aside-title">
      <h2 id="set-aside-title">Set aside</h2>
      <p className="note">
        These names in reports resemble a network that may report the same revenue itself. Their
        rows are in no figures until you answer.
      </p>
      <Failure error={answer.error} />
      <FewRows count={names.length}>
        <ul className={styles.failures}>
          {names.map((one) => (
            <li key={`${one.source} ${one.name} ${one.connection}`} data-set-aside={one.name}>
              <div className={styles.failureHead}>
                <p>
                  <b>{visible(one.name)}</b> {amountsOf(one, formats)}
                </p>
                {mayImport && one.network === null && (
                  <Answers one={one} isBusy={answer.isPending} onAnswer={answer.mutate} />
                )}
              </div>
              <p className="note">
                {one.network === null
                  ? visible(one.connection ?? one.files.join(', '))
                  : answeredAs(
                      networkName(one.network),
                      one.connection === null ? visible(one.files.join(', ')) : null,
                    )}
              </p>
            </li>
          ))}
        </ul>
      </FewRows>
    </section>
  )
}

interface GivenAnswer extends Pick<SetAsideAnswer, 'source' | 'name'> {
  readonly network?: string
}

function Answers(props: {
  readonly one: SetAsideAnswer
  readonly isBusy: boolean
  readonly onAnswer: (answer: GivenAnswer) => void
}) {
  const { one, isBusy, onAnswer } = props
  const { source, name, similar_to: similar } = one
  return (
    <>
      {similar !== null && (
        <QuietButton disabled={isBusy} onClick={() => onAnswer({ source, name, network: similar })}>
          It is {networkName(similar)}
        </QuietButton>
      )}
      <QuietButton disabled={isBusy} onClick={() => onAnswer({ source, name })}>
        It is another network
      </QuietButton>
    </>
  )
}

const amountsOf = (one: SetAsideAnswer, formats: Formats): string =>
  `${rowsText(formats.count(one.rows), one.rows)}, ${Object.entries(one.revenue)
    .map(([currency, amount]) => `${amount} ${currency}`)
    .join(', ')}, in reports of ${networkName(one.source)}`

const answeredAs = (network: string, files: string | null) =>
  files === null
    ? `It is ${network}. The connection fetches its days again.`
    : `It is ${network}. Import again: ${files}`
