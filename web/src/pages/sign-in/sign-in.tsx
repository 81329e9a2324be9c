import { useQueryClient } from '@tanstack/react-query'
import { AloneCard } from '../../layout/alone-card.tsx'
import { ProviderButton } from './provider-button.tsx'
import { providerFailure } from './provider-failure.ts'
import { SignInForm } from './sign-in-form.tsx'

/** @param hasEnded whether a session has just ended */
export default function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const queries = useQueryClient()
  const failure = providerFailure()
  return (
    <AloneCard title="Sign in">
      {hasEnded && <p>You are signed out. Sign in to continue.</p>}
      {failure !== null && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      <SignInForm onSignedIn={() => queries.resetQueries()} />
      <ProviderButton to={location.pathname + location.search} />
      <p className="hint">
        No password yet? The operator of this server can set one:{' '}
        <code>adtally accounts set-password USERNAME</code>
      </p>
      <p className="hint">
        Programs use an API key instead: <a href="/docs">API reference</a>
      </p>
    </AloneCard>
  )
}
