import type { RelativeDays } from '../../../src/reporting/question/relative-days.ts'
import type { AccountAnswer, SavedViewAnswer } from '../api/wire.ts'
import { appName, networkName } from '../figures/names.ts'
import { daysTitle } from '../view/days-title.ts'
import { offeredDays } from '../view/view.ts'

/** The action of a command of the palette. */
export type Action =
  | { readonly kind: 'page'; readonly to: string }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'app'; readonly appId: string }
  | { readonly kind: 'network'; readonly network: string }
  | { readonly kind: 'range'; readonly preset: RelativeDays }
  | { readonly kind: 'save' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'sign-out' }

export interface Command {
  /** Unique. */
  readonly id: string
  readonly title: string
  /** The group that it is shown in. */
  readonly section: string
  readonly action: Action
}

export interface CommandSources {
  readonly account: Pick<AccountAnswer, 'apps' | 'networks'>
  readonly pages: readonly { readonly to: string; readonly title: string }[]
  readonly views: readonly SavedViewAnswer[]
}

/** Everything that the palette offers, in the order of its sections. */
export function commandsOf({ account, pages, views }: CommandSources): Command[] {
  const command = (section: string, key: string, title: string, action: Action): Command => ({
    id: `${action.kind} ${key}`,
    title,
    section,
    action,
  })
  return [
    ...pages.map(({ to, title }) => command('Pages', to, title, { kind: 'page', to })),
    ...views.map(({ id, name, address }) =>
      command('Saved views', `${id}`, name, { kind: 'address', address }),
    ),
    ...offeredDays.map((preset) =>
      command('Days', preset, daysTitle(preset), { kind: 'range', preset }),
    ),
    ...account.networks.map((network) =>
      command('Networks', network, networkName(network), { kind: 'network', network }),
    ),
    ...account.apps.map((app) =>
      command('Apps', app.app_id, appName(app), { kind: 'app', appId: app.app_id }),
    ),
    command('Actions', '', 'Save this page as a view', { kind: 'save' }),
    command('Actions', '', 'Keyboard shortcuts', { kind: 'shortcuts' }),
    command('Actions', '', 'Sign out', { kind: 'sign-out' }),
  ]
}

/** The most that are shown of a section, but for pages; more letters find the others. */
export const maxOfSection = 8

export interface Section {
  readonly title: string
  readonly commands: readonly Command[]
}

/**
 * The commands whose titles have all words of a text, those that begin with the text first.
 *
 * @returns sections without empty ones, with at most {@link maxOfSection} commands each, but for pages
 */
export function findCommands(commands: readonly Command[], text: string): Section[] {
  const wanted = foldCase(text.trim())
  const words = wanted.split(/\s+/)
  const found = commands
    .map((command) => ({ command, title: foldCase(command.title) }))
    .filter(({ title }) => words.every((word) => title.includes(word)))
    .sort((a, b) => Number(b.title.startsWith(wanted)) - Number(a.title.startsWith(wanted)))
    .map(({ command }) => command)
  return [...Map.groupBy(found, ({ section }) => section)].map(([title, all]) => ({
    title,
    commands: title === 'Pages' ? all : all.slice(0, maxOfSection),
  }))
}

/** Without case and accents. */
const foldCase = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
