import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { post } from '../../api/request.ts'
import type { SetUpAnswer } from '../../api/wire.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { AloneCard } from '../../layout/alone-card.tsx'
import { setUpTexts } from '../../texts/en/set-up.tsx'
import { signInTexts } from '../../texts/en/sign-in.tsx'
import { SetUpForm } from './set-up-form.tsx'

/** Sets up a server without accounts: the first account and its owner, who is signed in then. */
export default function SetUp({ token }: { token: string }) {
  const [done, setDone] = useState<SetUpAnswer | null>(null)
  const { error, isPending } = useQuery({
    queryKey: ['set-up'],
    queryFn: async () => (await post('set-up/check', { token })) ?? null,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // Another link that is pasted into the same tab differs in its fragment only.
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
  if (done) return <Done made={done} />
  if (token !== '' && isPending) return null
  const problem = token === '' ? setUpTexts.needsLink : error?.message
  return (
    <AloneCard title={setUpTexts.setUp}>
      {problem === undefined ? (
        <SetUpForm
          token={token}
          onDone={(answer) => {
            // A reload shows the dashboard: the link is over.
            history.replaceState(null, '', '/dashboard/morning')
            setDone(answer)
          }}
        />
      ) : (
        <>
          <p role="alert">{problem}</p>
          <p>
            <a href="/dashboard/morning">{signInTexts.goToTheDashboard}</a>
          </p>
        </>
      )}
    </AloneCard>
  )
}

function Done({ made: { account, user, key } }: { made: SetUpAnswer }) {
  return (
    <AloneCard title={setUpTexts.isReady(account)}>
      <p>{setUpTexts.signedInAs(<b>{user}</b>)}</p>
      <p>{setUpTexts.aboutKey(<b>{account}</b>)}</p>
      <p>
        <code data-testid="issued-key">{key}</code>
      </p>
      <CopyButton label={setUpTexts.copyTheKey} textOf={async () => key} />
      <a className="primary" href="/dashboard/connections">
        {setUpTexts.addConnection}
      </a>
      <a className="quiet" href="/dashboard/imports">
        {setUpTexts.uploadFile}
      </a>
    </AloneCard>
  )
}
