import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { mergeApps } from '../../src/use-cases/end-app.ts'
import { addPartner } from '../../src/use-cases/partners/add-partner.ts'
import { addShare, endShare } from '../../src/use-cases/partners/add-share.ts'
import { adjustMonth } from '../../src/use-cases/partners/adjust-month.ts'
import { approveMonth } from '../../src/use-cases/partners/approve-month.ts'
import { assignApp } from '../../src/use-cases/partners/assign-app.ts'
import { makeNetFigures } from '../../src/use-cases/partners/make-net-figures.ts'
import { readStatement } from '../../src/use-cases/partners/partner-statements.ts'
import { setPartnerMonth } from '../../src/use-cases/partners/set-partner-month.ts'
import type { StatementView } from '../../src/use-cases/partners/statement-view.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { formatMicros } from '../../src/values/decimal.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { header, type ImportSite, shareSite } from '../import/import-site.ts'
import { caseCount, propertyTimeoutMs } from './batches.ts'
import { storedFacts } from './stored-figures.ts'

const months = ['2025-10', '2025-11', '2025-12'] as const
const days = months.flatMap((month) => [`${month}-01`, `${month}-28`])
const partners = ['hop', 'run'] as const

const row = fc.record({
  day: fc.constantFrom(...days),
  app: fc.nat(2),
  network: fc.constantFrom('admob', 'vungle'),
  format: fc.constantFrom('banner', 'video'),
  country: fc.constantFrom('US', 'DE', 'FR'),
  impressions: fc.nat(2_000),
  micros: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -2_000_000, max: 9_000_000 })),
})

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 })
const partner = fc.nat(1)

const terms = fc.oneof(
  fc.record({ percent: fc.nat(1_000_000), ecpm: fc.constant(null) }),
  fc.record({ percent: fc.constant(null), ecpm: fc.nat(5_000_000) }),
  fc.record({ percent: fc.nat(1_000_000), ecpm: fc.nat(3_000_000) }),
)

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('import' as const),
        rows: fc.uniqueArray(row, {
          selector: (one) => [one.day, one.app, one.network, one.format, one.country].join(),
          minLength: 1,
          maxLength: 12,
        }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('rule' as const),
        partner,
        terms,
        app: maybe(fc.nat(2)),
        network: maybe(fc.constantFrom('admob', 'vungle')),
        country: maybe(fc.constantFrom('US', 'DE')),
        format: maybe(fc.constantFrom('banner', 'video')),
        from: maybe(fc.constantFrom(...days)),
        to: maybe(fc.constantFrom(...days)),
        replace: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), nth: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), nth: fc.nat(20) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('month' as const),
        partner,
        month: fc.constantFrom(...months),
        state: fc.constantFrom('hidden' as const, 'provisional' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('approve' as const), partner }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('adjust' as const),
        partner,
        month: fc.constantFrom(...months),
        kind: fc.constantFrom('adjustment' as const, 'minimum' as const),
        micros: fc.integer({ min: -3_000_000, max: 9_000_000 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const) }) },
  ),
  { minLength: 12, maxLength: 24 },
)

type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never
type Row = typeof row extends fc.Arbitrary<infer One> ? One : never
type Rule = Omit<Extract<Step, { do: 'rule' }>, 'do' | 'replace'> & { readonly number: number }

/** A plain model of a network: its rows as they are, and the rules that hold. */
class Model {
  rows: Row[] = []
  readonly imports: { readonly id: number; readonly before: Row[] }[] = []
  readonly hidden = new Set<string>()
  readonly adjustments: Extract<Step, { do: 'adjust' }>[] = []
  rules: Rule[] = []
  /** The rules that approved months keep, by partner and month. */
  readonly kept = new Map<string, Rule[]>()
  /** The partner's figures of approved months. */
  readonly approved = new Map<string, string[]>()
  readonly statements: {
    readonly partner: number
    readonly view: StatementView
    readonly text: string
  }[] = []
  /** What statements said of a month so far, by partner and month. */
  readonly said = new Map<string, bigint>()
  isMerged = false
}

const shared = shareSite()
let networks = 0

test(`partners get their share, to the micro, and approved months stay (${caseCount} histories)`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  let approvals = 0
  await fc.assert(
    fc.asyncProperty(fc.noBias(steps), async (drawn) => {
      const place = await newNetwork(site, networks++)
      const model = new Model()
      model.rules = partners.map((_, nth) => ({ ...baseRule, partner: nth, number: nth + 1 }))
      for (const step of drawn) {
        await carryOut(place, model, step)
        await site.call(makeNetFigures, { account: place.network })
        for (const nth of [0, 1]) await checkPartner(place, model, nth)
      }
      await checkShares(place, model)
      approvals += model.statements.length
      for (const { partner: nth, view, text } of model.statements) {
        const asked = { statement: view.number, format: 'json' } as const
        const of = { account: place.network, partner: place.partners[nth]! }
        expect((await site.call(readStatement, { ...of, ...asked })).text).toBe(text)
      }
    }),
    { numRuns: Math.ceil(caseCount / 2), endOnFailure: true },
  )
  if (caseCount >= 100) expect(approvals).toBeGreaterThan(0)
})

const baseRule = {
  terms: { percent: 700_000, ecpm: null },
  app: null,
  network: null,
  country: null,
  format: null,
  from: null,
  to: null,
}

interface Place {
  readonly site: ImportSite
  readonly network: string
  readonly partners: readonly string[]
  readonly apps: readonly string[]
}

/** Three apps: two of the first partner, and one of the second. */
async function newNetwork(site: ImportSite, nth: number): Promise<Place> {
  const network = `net${nth}`
  await site.call(createAccount, { username: network })
  const apps = [0, 1, 2].map((app) => `${network}.${app}`)
  const lines = apps.map((app) => `${app},${network},App,ios`)
  await site.importApps(['app_id,publisher,app_name,platform', ...lines, ''].join('\n'))
  const usernames = partners.map((name) => `${name}${nth}`)
  for (const [place, username] of usernames.entries()) {
    await site.call(createAccount, { username })
    await site.call(addPartner, { account: network, partner: username, percent: '70' })
    for (const appId of place === 0 ? apps.slice(0, 2) : apps.slice(2)) {
      const ownAppId = `${username}.${appId}`
      await site.call(assignApp, { account: network, partner: username, appId, ownAppId })
    }
  }
  return { site, network, partners: usernames, apps }
}

const partnerOfApp = (app: number): number => (app === 2 ? 1 : 0)

async function carryOut(place: Place, model: Model, step: Step): Promise<void> {
  const { site, network: account } = place
  const of = (nth: number) => ({ account, partner: place.partners[nth]! })
  switch (step.do) {
    case 'import': {
      const rows = step.rows.map((one) =>
        model.isMerged && one.app === 1 ? { ...one, app: 0 } : one,
      )
      const once = [...new Map(rows.map((one) => [keyOf(one), one])).values()]
      const lines = once.map(
        (one) =>
          `${one.day},${place.apps[one.app]},${one.network},${one.format},${one.country},${one.impressions},${formatMicros(one.micros)}`,
      )
      const { import: id } = await site.importLines(lines, { columns: header })
      model.imports.push({ id: id!, before: model.rows })
      const stated = new Set(once.map(sliceOf))
      model.rows = [...model.rows.filter((one) => !stated.has(sliceOf(one))), ...once]
      return
    }
    case 'undo': {
      const last = model.imports.at(-1)
      if (!last) return
      await site.call(undoImport, { id: last.id })
      model.imports.pop()
      model.rows = last.before
      return
    }
    case 'rule': {
      const { percent, ecpm } = step.terms
      const done = await tried(
        site.call(addShare, {
          ...of(step.partner),
          ...(percent !== null && { percent: String(percent / 10_000) }),
          ...(ecpm !== null && { ecpm: formatMicros(ecpm) }),
          ...(step.app !== null && { appId: place.apps[step.app]! }),
          ...(step.network !== null && { network: step.network }),
          ...(step.country !== null && { country: step.country }),
          ...(step.format !== null && { format: step.format }),
          ...(step.from !== null && { from: step.from }),
          ...(step.to !== null && { to: step.to }),
          ...(step.replace && { replace: true }),
        }),
      )
      if (!done) return
      model.rules = model.rules.filter((rule) => rule.partner !== step.partner)
      for (const share of done.shares) {
        const number = share.number
        model.rules.push({
          partner: step.partner,
          number,
          terms: termsOf(share.share),
          app: share.app_id === null ? null : place.apps.indexOf(share.app_id),
          network: share.network as Rule['network'],
          country: share.country as Rule['country'],
          format: share.ad_format as Rule['format'],
          from: share.from,
          to: share.to,
        })
      }
      return
    }
    case 'end': {
      const rule = model.rules[step.nth % Math.max(model.rules.length, 1)]
      if (!rule) return
      const done = await tried(site.call(endShare, { ...of(rule.partner), number: rule.number }))
      if (done) model.rules = model.rules.filter((one) => one !== rule)
      return
    }
    case 'month': {
      const key = `${step.partner} ${step.month}`
      if (
        !(await tried(
          site.call(setPartnerMonth, { ...of(step.partner), month: step.month, state: step.state }),
        ))
      )
        return
      if (step.state === 'hidden') model.hidden.add(key)
      else model.hidden.delete(key)
      return
    }
    case 'adjust': {
      const { month, kind } = step
      const amount = formatMicros(step.micros)
      const done = await tried(
        site.call(adjustMonth, { ...of(step.partner), month, kind, amount, reason: 'drawn' }),
      )
      if (done) model.adjustments.push(step)
      return
    }
    case 'approve':
      return approve(place, model, step.partner)
    case 'merge': {
      if (model.isMerged) return
      await site.call(mergeApps, { appId: place.apps[1]!, into: place.apps[0]! })
      model.isMerged = true
      // Imports of before cannot be undone alone any more.
      model.imports.length = 0
      const merged = new Map<string, Row>()
      for (const one of model.rows) {
        const moved = one.app === 1 ? { ...one, app: 0 } : one
        const same = merged.get(keyOf(moved))
        merged.set(keyOf(moved), {
          ...moved,
          impressions: moved.impressions + (same?.impressions ?? 0),
          micros: moved.micros + (same?.micros ?? 0),
        })
      }
      model.rows = [...merged.values()]
      return
    }
  }
}

/** Approves the next month of a partner, and checks what its statement says. */
async function approve(place: Place, model: Model, nth: number): Promise<void> {
  const of = { account: place.network, partner: place.partners[nth]! }
  const month = months.find((one) => !model.approved.has(`${nth} ${one}`))
  if (month === undefined) return
  const key = `${nth} ${month}`
  const isCovered = rowsOf(model, nth, month).every((one) => ruleOf(model, nth, one) !== null)
  const view = await tried(place.site.call(approveMonth, { ...of, month }))
  expect(view !== null).toBe(isCovered)
  if (!view) return
  model.hidden.delete(key)
  const net = netOf(model, nth, month)
  model.kept.set(
    key,
    model.rules.filter((rule) => rule.partner === nth),
  )
  model.approved.set(key, figuresOf(place, model, nth, month))
  const corrections = months
    .filter((one) => one !== month && model.said.has(`${nth} ${one}`))
    .map((one) => [one, netOf(model, nth, one) - model.said.get(`${nth} ${one}`)!] as const)
    .filter(([, micros]) => micros !== 0n)
  for (const [one, micros] of corrections) {
    model.said.set(`${nth} ${one}`, model.said.get(`${nth} ${one}`)! + micros)
  }
  model.said.set(key, net)
  const amounts = model.adjustments.filter((one) => one.partner === nth && one.month === month)
  const minimums = amounts
    .filter(({ kind }) => kind === 'minimum')
    .map(({ micros }) => BigInt(micros))
  const least = minimums.reduce((most, one) => (one > most ? one : most), minimums[0] ?? net)
  const topUp = least > net ? least - net : 0n
  const adjusted = amounts
    .filter(({ kind }) => kind === 'adjustment')
    .reduce((sum, { micros }) => sum + BigInt(micros), topUp)
  const total = corrections.reduce((sum, [, micros]) => sum + micros, net + adjusted)
  expect(view).toMatchObject({
    net: formatMicros(net),
    total: formatMicros(total),
    corrections: corrections.map(([one, micros]) => ({ month: one, amount: formatMicros(micros) })),
  })
  const shares = view.shares.reduce((sum, line) => sum + microsOf(line.net), 0n)
  expect(shares).toBe(net)
  const asked = { statement: view.number, format: 'json' } as const
  const { text } = await place.site.call(readStatement, { ...of, ...asked })
  model.statements.push({ partner: nth, view, text })
}

/** @returns null when it is refused */
async function tried<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const keyOf = (one: Row) => [one.day, one.app, one.network, one.format, one.country].join()
const sliceOf = (one: Row) => [one.day, one.app, one.network].join()
const microsOf = (text: string) => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`)
}

/** The terms of a rule as they are shown: a preview of them is not needed to know them. */
function termsOf(share: string): Rule['terms'] {
  const [, percent = null] = /^([\d.]+) %/.exec(share) ?? []
  const [, ecpm = null] = /eCPM (?:at least )?([\d.]+)$/.exec(share) ?? []
  const found = {
    percent: percent === null ? null : Math.round(Number(percent) * 10_000),
    ecpm: ecpm === null ? null : Number(microsOf(ecpm)),
  }
  return found as Rule['terms']
}

const rowsOf = (model: Model, nth: number, month: string): Row[] =>
  model.rows.filter((one) => partnerOfApp(one.app) === nth && one.day.startsWith(month))

/** The most specific rule of a row, of those that its month has. */
function ruleOf(model: Model, nth: number, one: Row): Rule | null {
  const holds = (rule: Rule) =>
    (rule.from === null || rule.from <= one.day) &&
    (rule.to === null || one.day <= rule.to) &&
    (rule.app === null || rule.app === one.app) &&
    (rule.network === null || rule.network === one.network) &&
    (rule.country === null || rule.country === one.country) &&
    (rule.format === null || rule.format === one.format)
  const count = (rule: Rule) =>
    [rule.app, rule.network, rule.country, rule.format].filter((label) => label !== null).length
  const firstOf = (rules: readonly Rule[]) =>
    rules.filter(holds).toSorted((a, b) => count(b) - count(a) || a.number - b.number)[0]
  const kept = model.kept.get(`${nth} ${one.day.slice(0, 7)}`) ?? []
  // What came after the approval, and no kept rule is for, follows the rules of now.
  return firstOf(kept) ?? firstOf(model.rules.filter((rule) => rule.partner === nth)) ?? null
}

/** Net micros of the rows of a month, by row. Worked out with fractions, one part at a time. */
function netByRow(model: Model, nth: number, month: string): Map<Row, bigint> {
  const net = new Map<Row, bigint>()
  const ruled = rowsOf(model, nth, month)
    .map((one) => [one, ruleOf(model, nth, one)] as const)
    .filter((pair): pair is [Row, Rule] => pair[1] !== null)
  for (const part of Map.groupBy(
    ruled,
    ([one, rule]) => `${sliceOf(one)} ${rule.number}`,
  ).values()) {
    const rule = part[0]![1]
    const rows = part.map(([one]) => one).toSorted((a, b) => (labelsOf(a) < labelsOf(b) ? -1 : 1))
    // In billionths of micros, which both kinds of terms divide.
    const unit = 1_000_000_000n
    const percentOf = ({ micros }: Row) => BigInt(micros) * BigInt(rule.terms.percent ?? 0) * 1_000n
    const priceOf = ({ impressions }: Row) =>
      BigInt(impressions) * BigInt(rule.terms.ecpm ?? 0) * 1_000_000n
    const sum = (values: bigint[]) => values.reduce((all, one) => all + one, 0n)
    const isPrice =
      rule.terms.percent === null ||
      (rule.terms.ecpm !== null && sum(rows.map(percentOf)) < sum(rows.map(priceOf)))
    const exact = rows.map(isPrice ? priceOf : percentOf)
    const all = sum(exact)
    const whole = all < 0n ? -((-2n * all + unit) / (2n * unit)) : (2n * all + unit) / (2n * unit)
    const floors = exact.map((one) => (one - (((one % unit) + unit) % unit)) / unit)
    const rests = exact.map((one, place) => [one - floors[place]! * unit, place] as const)
    const order = rests.toSorted(([a, i], [b, j]) => (a === b ? i - j : a > b ? -1 : 1))
    const extra = new Set(order.slice(0, Number(whole - sum(floors))).map(([, place]) => place))
    for (const [place, one] of rows.entries()) {
      net.set(one, floors[place]! + (extra.has(place) ? 1n : 0n))
    }
  }
  return net
}

const labelsOf = (one: Row) => `${one.country} ${one.format}`

const netOf = (model: Model, nth: number, month: string): bigint =>
  [...netByRow(model, nth, month).values()].reduce((sum, one) => sum + one, 0n)

/** The partner's figures of a month as `storedFacts` tells them. */
function figuresOf(
  { partners: usernames, apps }: Place,
  model: Model,
  nth: number,
  month: string,
): string[] {
  return [...netByRow(model, nth, month)].map(([one, micros]) =>
    [
      one.day,
      `${usernames[nth]}.${apps[one.app]}`,
      one.network,
      one.format,
      one.country,
      'default',
      one.impressions,
      '- - - -',
      micros,
    ].join(' '),
  )
}

async function checkPartner(place: Place, model: Model, nth: number): Promise<void> {
  const { id } = await place.site.installation.accounts.get(place.partners[nth]!)
  const expected = months.flatMap((month) => {
    const key = `${nth} ${month}`
    return (
      model.approved.get(key) ?? (model.hidden.has(key) ? [] : figuresOf(place, model, nth, month))
    )
  })
  expect(await storedFacts(place.site, id, 'figures', undefined, '2025')).toEqual(expected.sort())
}

/** The network's own shares are those of all months as they are now, also of approved and hidden ones. */
async function checkShares(place: Place, model: Model): Promise<void> {
  const { id } = await place.site.installation.accounts.get(place.network)
  const expected = [0, 1].flatMap((nth) =>
    months.flatMap((month) =>
      [...netByRow(model, nth, month)].map(([one, micros]) =>
        [
          one.day,
          place.apps[one.app],
          one.network,
          place.partners[nth],
          one.format,
          one.country,
          'default',
          ruleOf(model, nth, one)!.number,
          one.impressions,
          one.micros,
          micros,
        ].join(' '),
      ),
    ),
  )
  expect(await storedFacts(place.site, id, 'shares', undefined, '2025')).toEqual(expected.sort())
}
