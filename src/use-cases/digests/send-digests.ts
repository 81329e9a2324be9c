import type { Amounts } from '../../insight/amounts.ts'
import { totalOf } from '../../insight/comparison.ts'
import type { DigestPeriod } from '../../messages/digest-period.ts'
import { type MessageType, messageId } from '../../messages/message.ts'
import { type Principal, scopeText } from '../../publishers/principal.ts'
import { ownerOf, permissionsOf } from '../../publishers/user.ts'
import type { DigestChannel, DigestSend, DigestSums } from '../../records/messages/digest-store.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import { addDays, type Day, dayOf } from '../../values/day.ts'
import { findMissing } from '../insight/find-missing.ts'
import { readNetworkDays } from '../insight/read-figures.ts'
import { changesAfter } from '../report/open-citation.ts'
import type { Services } from '../services.ts'
import { countOf, moneyOf } from '../tools/tool.ts'
import { composeDigest, digestDays } from './compose-digest.ts'
import type { Digest, DigestCorrection } from './digest.ts'
import { correctedDays, isDaytime, sendableDays, sendTimes } from './digest-schedule.ts'

/** A digest as people read it. */
export interface RenderedDigest {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** In the markup of Slack, mrkdwn. */
  readonly chat: string
}

export interface DigestDelivery {
  /** Of the server, for the addresses of citations. */
  readonly baseUrl: string
  readonly render: (digest: Digest) => RenderedDigest
}

const maxChanges = 20

/** Sends digests that are due, and corrections of earlier ones, whichever process looks. */
export class DigestSender {
  readonly #services: Services
  readonly #delivery: DigestDelivery
  /** By digest, what was looked at without sending it: nothing is due before that changes. */
  #looked: ReadonlyMap<string, string> = new Map()

  constructor(services: Services, delivery: DigestDelivery) {
    this.#services = services
    this.#delivery = delivery
  }

  /** Looks at all channels. Failures of one are warned of, and do not keep others waiting. */
  async send(signal: AbortSignal): Promise<void> {
    const looked = new Map<string, string>()
    for (const channel of await this.#services.digests.channels()) {
      signal.throwIfAborted()
      await this.#sendTo(channel, looked, signal).catch((error: Error) => {
        signal.throwIfAborted()
        this.#services.warn(`The digest of channel ${channel.id} was not sent: ${error.message}`)
      })
    }
    this.#looked = looked
  }

  async #sendTo(channel: DigestChannel, looked: Map<string, string>, signal: AbortSignal) {
    const account = await this.#services.accounts.byId(channel.accountId)
    if (!account || account.disabledAt !== null) return
    const principal = principalOf(channel, ownerOf(account))
    const state = await this.#services.figures.states.of(account.id)
    const nowMs = this.#services.now().getTime()
    const from = addDays(dayOf(nowMs), -correctedDays)
    const sends = await this.#services.digests.sends(channel.id, from)
    const about = { channel, principal, state, nowMs, signal }
    const once = async (name: string, facts: string, look: () => Promise<boolean>) => {
      const key = `${channel.id} ${name}`
      const seen = `${state.version} ${scopeText(principal)} ${facts}`
      if (this.#looked.get(key) === seen || !(await look())) looked.set(key, seen)
    }
    for (const period of channel.periods) {
      for (const lastDay of sendableDays(period, nowMs, channel.settings)) {
        if (sends.some((one) => one.period === period && one.lastDay === lastDay)) continue
        const isLate = nowMs >= sendTimes(lastDay, channel.settings).byMs
        await once(`${period} ${lastDay}`, `${isLate}`, () =>
          this.#sendFirst(about, period, lastDay, isLate),
        )
      }
    }
    if (!isDaytime(nowMs, channel.settings)) return
    await once('corrections', sends.map(({ sentAtMs }) => sentAtMs).join(), async () => {
      for (const sent of sends) await this.#correct(about, sent)
      return false
    })
  }

  /** @returns whether it was sent */
  async #sendFirst(about: About, period: DigestPeriod, lastDay: Day, isLate: boolean) {
    const { channel, principal, state, signal } = about
    const { fromMs, byMs } = sendTimes(lastDay, channel.settings)
    // What was sent between a backup and its restore is not known any more.
    if (byMs <= channel.createdAtMs || fromMs < state.generation * 1_000) return false
    if (!isLate) {
      const days = digestDays(period, lastDay)
      const sources = { ...this.#services, today: () => addDays(lastDay, 1) }
      if ((await findMissing(sources, principal, days, signal)).length > 0) return false
    }
    return this.#write(about, period, lastDay, null)
  }

  /** Sends a digest again when a sum changed by more than the channel's share. */
  async #correct(about: About, sent: DigestSend): Promise<void> {
    const { channel, principal, state, signal } = about
    const { generation, entry, sums, corrections } = sent
    const scope = scopeText(principal)
    if (generation !== state.generation || entry >= state.entry || sums.scope !== scope) return
    const days = digestDays(sent.period, sent.lastDay)
    const dated = { principal, apps: null, filters: {}, state }
    const now = totalOf(await readNetworkDays(this.#services, dated, [days], signal), days)
    if (!isBeyond(sums, now, channel.settings.correctionPerMille)) return
    const cited = { days, comparison: null, filters: [] }
    const changes = await changesAfter(this.#services, principal, cited, entry)
    await this.#write(about, sent.period, sent.lastDay, {
      number: corrections + 1,
      revenue_before: moneyOf(sums.revenueMicros),
      impressions_before: countOf(sums.impressions),
      changes: changes.slice(-maxChanges),
    })
  }

  async #write(
    { channel, principal, nowMs, signal }: About,
    period: DigestPeriod,
    lastDay: Day,
    corrects: DigestCorrection | null,
  ): Promise<boolean> {
    const { baseUrl, render } = this.#delivery
    const request = { principal, period, lastDay, corrects, baseUrl }
    const composed = await composeDigest(this.#services, request, signal)
    if (!composed) return false
    const { digest, total, generation, entry } = composed
    const corrections = corrects?.number ?? 0
    const { subject, text, html, chat } = render(digest)
    const type: MessageType = `digest.${period}`
    const { id: channelId, accountId } = channel
    const sums = { ...total, scope: scopeText(principal) }
    const send = { channelId, accountId, period, lastDay, generation, entry, sums, corrections }
    return this.#services.digests.write(
      channel,
      { ...send, sentAtMs: nowMs },
      {
        id: messageId(type, channelId, period, lastDay, corrections),
        accountId,
        type,
        madeAtMs: nowMs,
        data: digest,
        subject,
        text,
        rich: channel.kind === 'slack' ? chat : html,
        app: null,
        channel: channelId,
      },
    )
  }
}

interface About {
  readonly channel: DigestChannel
  readonly principal: Principal
  readonly state: FiguresAt
  readonly nowMs: number
  readonly signal: AbortSignal
}

/** On whose behalf a channel is told figures. What networks owe and paid is told to users only. */
const principalOf = ({ name, grant }: DigestChannel, { account }: Principal): Principal => ({
  account,
  name,
  permissions: permissionsOf[grant?.role ?? 'editor'],
  apps: grant?.apps ?? null,
})

function isBeyond(before: DigestSums, now: Amounts, perMille: number): boolean {
  const sums = ['revenueMicros', 'impressions'] as const
  return sums.some(
    (sum) => sizeOf(now[sum] - before[sum]) * 1_000n > sizeOf(before[sum]) * BigInt(perMille),
  )
}

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)
