import type { ConnectionAnswer } from '../../api/wire.ts'

/** Marks a connector that was never tried with a live account. */
export function BetaBadge({
  of: { verified, network },
}: {
  of: Pick<ConnectionAnswer, 'verified' | 'network'>
}) {
  if (verified !== 'documents') return null
  const reason = `Written from the documents of ${network}, not yet tried with a live account`
  return (
    <span className="badge" title={reason}>
      Beta<span className="unseen">: {reason}</span>
    </span>
  )
}
