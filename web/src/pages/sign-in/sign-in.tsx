import { useQueryClient } from '@tanstack/react-query'
import { AloneCard } from '../../layout/alone-card.tsx'
import { signInTexts } from '../../texts/en/sign-in.tsx'
import { ProviderButton } from './provider-button.tsx'
import { providerFailure } from './provider-failure.ts'
import { SignInForm } from './sign-in-form.tsx'

/** @param hasEnded whether a session has just ended */
export default function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const queries = useQueryClient()
  const failure = providerFailure()
  return (
    <AloneCard title={signInTexts.signIn}>
      {hasEnded && <p>{signInTexts.signedOut}</p>}
      {failure !== null && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      <SignInForm onSignedIn={() => queries.resetQueries()} />
      <ProviderButton to={location.pathname + location.search} />
      <p className="hint">
        {signInTexts.noPasswordYet(<code>adtally accounts set-password USERNAME</code>)}
      </p>
      <p className="hint">
        {signInTexts.programsUseKeys(<a href="/docs">{signInTexts.apiReference}</a>)}
      </p>
    </AloneCard>
  )
}
