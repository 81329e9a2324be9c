import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../api/queries.ts'
import { post } from '../api/request.ts'
import { Options } from '../controls/options.tsx'
import styles from './account-switcher.module.css'

/** The account that the page shows; a choice for a user with several. */
export function AccountSwitcher() {
  const { username, user, accounts } = useAccount()
  const choose = useMutation({
    mutationFn: async (account: string) => {
      await post('account/choose', { account })
      // Nothing of the other account stays on the page.
      location.assign('/dashboard')
    },
  })
  if (accounts.length < 2) {
    return user === username ? null : <p className={styles.account}>{username}</p>
  }
  return (
    <select
      className={styles.switcher}
      aria-label="Account"
      value={choose.isPending ? choose.variables : username}
      onChange={(event) => choose.mutate(event.target.value)}
    >
      <Options of={accounts.map((one) => [one, one])} />
    </select>
  )
}
