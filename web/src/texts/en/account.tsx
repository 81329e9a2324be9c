import { plural, texts } from '../texts.ts'

export const accountTexts = texts('account', {
  account: 'Account',
  currencyAndApps: (currency: string, apps: number) => (
    <>
      Currency {currency}, {apps} {plural(apps, { one: 'app', other: 'apps' })}.
    </>
  ),
  display: 'Display',
  apiKey: 'API key',
  programsSendItWithYour:
    'Programs send it with your username. Anyone who has it can read your figures.',
  show: 'Show',
  hide: 'Hide',
  copyTheKey: 'Copy the key',
  replaceTheKey: 'Replace the key',
  replaceTheApiKey: 'Replace the API key?',
  theOldKeyStopsWorking:
    'The old key stops working at once. Every program that uses it needs the new key.',
  replaceKey: 'Replace key',
  thisIsTheNewKey: 'This is the new key. The old key no longer works.',
  tryTheInterfaces: 'Try the interfaces',
  example: 'Example',
  custom: 'Custom',
  request: 'Request',
  pathOfRequest: 'A path that starts with /api/',
  send: 'Send',
  copyAsCurl: 'Copy as curl',
  timeAndSize: (milliseconds: string, bytes: string) => ` · ${milliseconds} ms · ${bytes} bytes`,
  wrongPath: 'The request must start with /api/.',
  moreCharacters: (text: string, more: number) => `${text}\n… ${more} more characters`,
  v2YourApps: 'V2: your apps',
  v2AWeekOfAll: 'V2: a week of all apps',
  v2AWeekByNetwork: 'V2: a week by network',
  v2AWeekOfOne: 'V2: a week of one app, in full',
  v2WhatIsFinal: 'V2: what is final',
  earlierInterfaceAWeek: 'Earlier interface: a week',
  earlierInterfaceTheSameAs: 'Earlier interface: the same as CSV',
  publicV1TheNetwork: 'Public v1: the network',
  publicV1Games: 'Public v1: games',
  publicV1Activity: 'Public v1: activity',
})
