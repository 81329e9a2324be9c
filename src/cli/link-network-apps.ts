import {
  type AmbiguousNetworkApp,
  suggestionsFor,
  type UnknownNetworkApp,
} from '../staging/refusals.ts'
import type { AppView } from '../use-cases/app-view.ts'
import type { FiguresRequest } from '../use-cases/import-figures.ts'
import type { StatedLink } from '../use-cases/link-apps.ts'
import type { Call } from '../use-cases/use-case.ts'
import { canCreate, isUnclear, linkedPlatform, mayBe } from '../values/link-choices.ts'
import type { Platform } from '../values/platform.ts'
import { Refusal } from '../values/refusal.ts'
import { counted } from '../wording/phrases.ts'
import { callUseCase } from './connect.ts'
import type { DataOptions } from './data-command.ts'
import { print } from './print.ts'
import { type Choice, choose } from './prompt.ts'
import type { Shell } from './shell.ts'

type NetworkApp = UnknownNetworkApp | AmbiguousNetworkApp

const create = Symbol('create')
/** The app_id that a network's app is to be linked to. */
type Answer = string | typeof create

const codes = ['unknown_network_apps', 'network_app_names_ambiguous', 'network_apps_ambiguous']

/**
 * Imports figures. If that is refused because the report has unknown apps, asks on the terminal which apps they are,
 * links them, and imports again. Links are made once all questions are answered.
 *
 * @throws Refusal the refusal, when the person stops, or only another report can tell the apps apart
 */
export async function importLinking<Result>(
  shell: Shell,
  options: DataOptions,
  request: FiguresRequest,
  run: (request: FiguresRequest) => Promise<Result>,
): Promise<Result> {
  // The stores are not open while a person thinks.
  const call: Call = (useCase, asked) => callUseCase(shell, options, useCase, asked)
  for (let asked = request; ; ) {
    try {
      return await run(asked)
    } catch (error) {
      if (!(error instanceof Refusal && codes.includes(error.code))) throw error
      asked = { ...asked, ...(await askFor(shell, call, asked, error)) }
    }
  }
}

/** Asks what the refused report means, and links its apps. @returns what the import is to be told */
async function askFor(
  shell: Shell,
  call: Call,
  { account, createApps }: FiguresRequest,
  refusal: Refusal,
): Promise<Pick<FiguresRequest, 'account' | 'createApps'>> {
  const named = createApps ?? account
  if (named === undefined) return { account: await askAccount(shell, call, refusal) }
  const { listApps } = await import('../use-cases/list-apps.ts')
  const apps = await call(listApps, { account: named })
  const facts = refusal.facts as { apps: readonly NetworkApp[]; count: number }
  const answers = await askApps(shell, facts, apps, refusal)
  const links = [...answers].flatMap(([one, answer]) =>
    answer === create ? [] : [linkTo(one, answer, apps)],
  )
  if (links.length > 0) {
    const { linkApps } = await import('../use-cases/link-apps.ts')
    await call(linkApps, { account: named, links })
    print(shell, `${counted(links.length, 'app')} linked.`)
  }
  const creates = links.length < answers.size || createApps !== undefined
  return { account: named, ...(creates && { createApps: named }) }
}

/** Suggestions are of one account, so it comes first. */
async function askAccount(shell: Shell, call: Call, refusal: Refusal): Promise<string> {
  const { listAccounts } = await import('../use-cases/list-accounts.ts')
  const [only, ...others] = (await call(listAccounts, {})).map(({ username }) => username)
  if (only === undefined) throw refusal
  if (others.length === 0) return only
  const all = [only, ...others].map((name) => ({ name, value: name }))
  return chooseOrStop(shell, 'Whose apps are in the report?', all, refusal)
}

async function askApps(
  shell: Shell,
  { apps: asked, count }: { readonly apps: readonly NetworkApp[]; readonly count: number },
  apps: readonly AppView[],
  refusal: Refusal,
): Promise<ReadonlyMap<NetworkApp, Answer>> {
  if (asked.map(toLink).some(isUnclear)) throw refusal
  // The import creates all unknown apps, also those that are not listed here.
  const mayCreate = count === asked.length
  const proposed = new Map(
    asked.flatMap((one): [NetworkApp, Answer][] => {
      const answer = proposalFor(one, mayCreate)
      return answer === null ? [] : [[one, answer]]
    }),
  )
  print(shell, `${counted(count, 'app')} of the report ${count === 1 ? 'is' : 'are'} not linked.`)
  if (proposed.size > 1 && !(await acceptsAll(shell, proposed, apps, refusal))) proposed.clear()
  const answers = new Map(proposed.size > 1 ? proposed : [])
  for (const one of asked) {
    if (answers.has(one)) continue
    const choices = choicesFor(one, apps, mayCreate)
    answers.set(one, await chooseOrStop(shell, `Which app is ${describe(one)}?`, choices, refusal))
  }
  return answers
}

/** The most likely answer: the only app with the name, or a new app. */
function proposalFor(one: NetworkApp, mayCreate: boolean): Answer | null {
  const [only, ...others] = toLink(one).suggestions
  if (only !== undefined) return others.length === 0 ? only : null
  return mayCreate && canCreate(toLink(one)) ? create : null
}

async function acceptsAll(
  shell: Shell,
  proposed: ReadonlyMap<NetworkApp, Answer>,
  apps: readonly AppView[],
  refusal: Refusal,
): Promise<boolean> {
  for (const [one, answer] of proposed) {
    const app = apps.find(({ app_id: appId }) => appId === answer)
    const what = answer === create ? 'a new app' : app ? nameOf(app) : answer
    print(shell, `  ${describe(one)}: ${what}`)
  }
  const choices = [
    { name: 'Accept all of these', value: true },
    { name: 'Choose one by one', value: false },
  ]
  return chooseOrStop(shell, 'Is this right?', choices, refusal)
}

/** The suggested apps, a new app, and all others that it may be. */
function choicesFor(
  one: NetworkApp,
  apps: readonly AppView[],
  mayCreate: boolean,
): Choice<Answer>[] {
  const { suggestions } = toLink(one)
  const possible = apps.filter(({ platform }) => mayBe(platform, one.platform))
  const listed = (isSuggested: boolean): Choice<Answer>[] =>
    possible
      .filter(({ app_id: appId }) => suggestions.includes(appId) === isSuggested)
      .map((app) => ({ name: nameOf(app), value: app.app_id }))
  const creates = mayCreate && canCreate(toLink(one))
  const creating = creates ? [{ name: 'Create a new app', value: create } as const] : []
  return [...listed(true), ...creating, ...listed(false)]
}

function linkTo(one: NetworkApp, appId: string, apps: readonly AppView[]): StatedLink {
  const { network, networkAppId, platform } = one
  const app = apps.find(({ app_id: id }) => id === appId)
  const stated = linkedPlatform(platform, app?.platform as Platform | undefined)
  return { network, networkAppId, appId, ...(stated && { platform: stated }) }
}

async function chooseOrStop<Value>(
  shell: Shell,
  message: string,
  choices: readonly Choice<Value>[],
  refusal: Refusal,
): Promise<Value> {
  const stop = { name: 'Stop; import nothing', value: null }
  const chosen = await choose<Value | null>(shell, message, [...choices, stop])
  if (chosen === null) throw refusal
  return chosen
}

const toLink = (one: NetworkApp) => ({
  platform: one.platform,
  isNameOnly: one.isNameOnly === true,
  suggestions: suggestionsFor(one),
})

const describe = ({ network, networkAppId, name, platform }: NetworkApp): string =>
  `"${name}" (${[network, networkAppId !== name && networkAppId, platform].filter(Boolean).join(', ')})`

const nameOf = ({ app_name: name, platform, app_id: appId }: AppView): string =>
  `${name} (${platform}, ${appId})`
