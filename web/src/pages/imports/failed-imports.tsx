import { useAccount, useAction } from '../../api/queries.ts'
import type { FailureAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { FewRows } from '../../layout/few-rows.tsx'
import { Failure } from '../../layout/states.tsx'
import styles from './imports.module.css'

/** Imports that were refused, until they are dismissed or their files are imported. */
export function FailedImports({ failed }: { failed: readonly FailureAnswer[] }) {
  const formats = useFormats()
  const mayImport = useAccount().permissions.includes('import')
  const dismiss = useAction('imports/dismiss')
  return (
    <section className="card" aria-labelledby="failed-title">
      <h2 id="failed-title">Failed</h2>
      <p className="note">
        Nothing was imported. Fix these files, then import them again: an entry disappears once all
        of its files are imported.
      </p>
      <Failure error={dismiss.error} />
      <FewRows count={failed.length}>
        <ul className={styles.failures}>
          {failed.map(({ id, failed_at: at, files, message }) => {
            const [first, ...more] = message.split('\n').map(visible)
            const names = visible(files.join(', '))
            return (
              <li key={id} data-failure={id}>
                <div className={styles.failureHead}>
                  <p>
                    <b>{names}</b> <time dateTime={at}>{formats.instant(at)}</time>
                  </p>
                  {mayImport && (
                    <QuietButton
                      aria-label={`Dismiss ${names}`}
                      disabled={dismiss.isPending}
                      onClick={() => dismiss.mutate({ id })}
                    >
                      Dismiss
                    </QuietButton>
                  )}
                </div>
                <p className="failure">{first}</p>
                {more.length > 0 && (
                  <details>
                    <summary>Details</summary>
                    <pre className={styles.report}>{more.join('\n')}</pre>
                  </details>
                )}
              </li>
            )
          })}
        </ul>
      </FewRows>
    </section>
  )
}
