import { readFile } from 'node:fs/promises'
import { readWholeNumber } from '../config/settings.ts'
import { partnerMonthStates } from '../partners/partner.ts'
import type { PartnerView } from '../use-cases/partners/partner-view.ts'
import { takes } from './command-fields.ts'
import { partnerMonths } from './partner-months.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const ofPartner = {
  account: "the network's account",
  partner: "the username of the partner's account",
}

const settings = {
  name: takes('<name>', 'the name on statements (default: the username)'),
  showsGross: takes('<gross>', 'on shows gross revenue on statements (default: off)', {
    choices: ['on', 'off'],
    read: (text) => text === 'on',
  }),
  newMonths: takes('<state>', 'whether new months are hidden or provisional', {
    choices: partnerMonthStates,
  }),
  netDays: takes('<days>', 'days between the end of a month and its payment (default: 30)', {
    read: (text) => readWholeNumber('--net-days', text, 0, 365),
  }),
  minimumPayout: takes('<amount>', 'the smallest balance that is paid (default: 0)'),
  taxNote: takes('<text>', 'a text about taxes on statements'),
}

const describe = (one: PartnerView): string =>
  [
    `${one.partner} (${one.name}): net ${one.net_days}, from a balance of ${one.minimum_payout} on; new months are ${one.new_months}; gross is ${one.shows_gross ? 'shown' : 'not shown'}`,
    ...one.apps.map(
      ({ app_id: id, own_app_id: own, from, to }) =>
        `  app ${id}, as ${own}${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''}`,
    ),
    ...one.shares.map((share) => `  rule ${share.number}: ${share.share}${conditionsOf(share)}`),
    ...one.months.map(({ month, state }) => `  ${month}: ${state}`),
  ].join('\n')

/** The conditions of a rule, for people; empty without any. */
export function conditionsOf(share: PartnerView['shares'][number]): string {
  const parts = [
    share.app_id && `app ${share.app_id}`,
    share.network && `network ${share.network}`,
    share.country && `country ${share.country}`,
    share.ad_format && `format ${share.ad_format}`,
    share.from && `from ${share.from}`,
    share.to && `to ${share.to}`,
  ].filter((part) => part)
  return parts.length === 0 ? '' : ` for ${parts.join(', ')}`
}

const list = useCaseCommand({
  name: 'list',
  summary: 'List the partners of a network.',
  examples: ['partners list acme'],
  arguments: { account: ofPartner.account },
  useCase: async () => (await import('../use-cases/partners/list-partners.ts')).listPartners,
  table: {
    header: ['partner', 'name', 'apps', 'rules', 'new months', 'net days', 'smallest payout'],
    toRow: (one) => [
      one.partner,
      one.name,
      String(one.apps.length),
      one.shares.map(({ share }) => share).join('; '),
      one.new_months,
      String(one.net_days),
      one.minimum_payout,
    ],
    whenEmpty: ({ account }) =>
      `No partners. Add one with: adtally partners add ${account} PARTNER --percent 70`,
  },
})

const show = useCaseCommand({
  name: 'show',
  summary: 'Show a partner: its apps, shares and months.',
  examples: ['partners show acme hop'],
  arguments: ofPartner,
  useCase: async () => (await import('../use-cases/partners/list-partners.ts')).showPartner,
  line: describe,
})

const add = useCaseCommand({
  name: 'add',
  summary: 'Show an account its share of the figures of a network.',
  details:
    'The account must have no figures. It then has net figures of the apps that are assigned to it, and nothing else of the network. docs/for-networks.md describes all.',
  examples: [
    'partners add acme hop --percent 70',
    'partners add acme hop --percent 70 --net-days 60',
  ],
  arguments: ofPartner,
  options: {
    percent: takes('<percent>', 'its share of revenue that no other rule is for', {
      isRequired: true,
    }),
    ...settings,
  },
  useCase: async () => (await import('../use-cases/partners/add-partner.ts')).addPartner,
  line: ({ partner }) =>
    `${partner} is a partner. Assign its apps: adtally partners assign NETWORK ${partner} APP`,
})

const set = useCaseCommand({
  name: 'set',
  summary: 'Change settings of a partner.',
  details: 'What is left out stays as it was. Statements that were issued stay as they are.',
  examples: ['partners set acme hop --minimum-payout 100'],
  arguments: ofPartner,
  options: settings,
  useCase: async () => (await import('../use-cases/partners/set-partner.ts')).setPartner,
  line: describe,
})

const remove = useCaseCommand({
  name: 'remove',
  summary: 'End a partnership that has no statement yet.',
  details: 'The account keeps its figures as its own.',
  examples: ['partners remove acme hop'],
  arguments: ofPartner,
  useCase: async () => (await import('../use-cases/partners/set-partner.ts')).removePartner,
  line: ({ partner }) => `${partner} is no partner any more.`,
})

const assign = useCaseCommand({
  name: 'assign',
  summary: 'Give an app of a network to a partner.',
  details:
    "The partner's account gets an app of its own for it: APP.PARTNER, or the id that --own-app-id names.",
  examples: [
    'partners assign acme hop hop-ios',
    'partners assign acme hop hop-ios --from 2026-03-01',
  ],
  arguments: { ...ofPartner, appId: 'the app_id of the app' },
  options: {
    ownAppId: takes('<app-id>', "the app_id in the partner's account"),
    from: takes('<day>', 'the first day (default: all days)'),
    to: takes('<day>', 'the last day'),
  },
  useCase: async () => (await import('../use-cases/partners/assign-app.ts')).assignApp,
  line: describe,
})

const unassign = useCaseCommand({
  name: 'unassign',
  summary: 'Take an app from a partner, from a day on or on all days.',
  examples: ['partners unassign acme hop hop-ios --from 2026-04-01'],
  arguments: { ...ofPartner, appId: 'the app_id of the app' },
  options: { from: takes('<day>', 'the first day that it is not the partner’s any more') },
  useCase: async () => (await import('../use-cases/partners/assign-app.ts')).unassignApp,
  line: describe,
})

const make = useCaseCommand({
  name: 'make',
  summary: 'Bring net figures up to the last import now.',
  details: 'A running server does so by itself, a second after each import.',
  examples: ['partners make acme'],
  arguments: { account: ofPartner.account },
  useCase: async () => (await import('../use-cases/partners/make-net-figures.ts')).makeNetFigures,
  line: ({ account }) => `The net figures of ${account} are current.`,
})

const mark = useCaseCommand({
  name: 'mark',
  summary: 'Show or set the name, colour and logo that partners see.',
  examples: [
    'partners mark acme',
    "partners mark acme --name 'Acme Ads' --accent '#0a7f5a' --logo acme.png",
  ],
  arguments: { account: ofPartner.account },
  options: {
    name: takes('<name>', 'the name'),
    accent: takes('<colour>', 'a colour such as #0a7f5a; empty for the usual one'),
    poweredBy: takes('<shown>', 'off hides "Powered by Adtally"', {
      choices: ['on', 'off'],
      read: (text) => text === 'on',
    }),
  },
  otherOptions: {
    logo: takes('<file>', 'a PNG, JPEG or WebP picture; none removes it'),
  },
  complete: async (_, __, options) => {
    const { logo } = options as { readonly logo?: string }
    return logo === undefined ? {} : { logo: logo === 'none' ? '' : await dataUrlOf(logo) }
  },
  useCase: async () => (await import('../use-cases/partners/set-mark.ts')).setMark,
  line: (one) =>
    `${one.account} is shown as ${one.name}${one.accent ? `, in ${one.accent}` : ''}, ${one.logo ? 'with' : 'without'} a logo.`,
})

const types: Readonly<Record<string, string>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
}

async function dataUrlOf(path: string): Promise<string> {
  const type = types[path.split('.').at(-1)!.toLowerCase()] ?? 'unknown'
  return `data:image/${type};base64,${(await readFile(path)).toString('base64')}`
}

const key = useCaseCommand({
  name: 'key',
  summary: 'Show the public key of the signatures of statements.',
  examples: ['partners key acme'],
  arguments: { account: ofPartner.account },
  useCase: async () => (await import('../use-cases/partners/signing-key.ts')).showSigningKey,
  line: (one) => one.key,
})

const newKey = useCaseCommand({
  name: 'new-key',
  summary: 'Sign statements with a new key from now on.',
  examples: ['partners new-key acme'],
  arguments: { account: ofPartner.account },
  useCase: async () => (await import('../use-cases/partners/signing-key.ts')).makeNewSigningKey,
  line: (one) => one.key,
})

/** `adtally partners`: what partners of a network may see, earn and are owed. */
export const partnersCommand = commandGroup(
  {
    name: 'partners',
    summary: 'Manage the partners of a network: apps, months and statements.',
    examples: ['partners list acme', 'partners add acme hop --percent 70'],
  },
  [list, show, add, set, remove, assign, unassign, ...partnerMonths, make, mark, key, newKey],
)
