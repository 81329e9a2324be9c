import { plural, texts } from '../texts.ts'

export const accountTexts = texts('account', {
  account: 'Account',
  currencyAndApps: (currency: string, apps: number) => (
    <>
      Currency {currency}, {apps} {plural(apps, { one: 'app', other: 'apps' })}.
    </>
  ),
  display: 'Display',
})
