import type { Digest, DigestComparison } from '../../use-cases/digests/digest.ts'
import type { CitedChange } from '../../use-cases/report/open-citation.ts'
import { counted, listed } from '../phrases.ts'
import { countText, dateText, daysText, moneyText, monthText, shareText } from './digest-numbers.ts'

/** A line of a digest. Its value is linked where it has an address. */
export interface DigestLine {
  readonly label: string
  readonly value: string
  readonly url: string | null
}

export interface DigestSection {
  readonly title: string
  readonly lines: readonly DigestLine[]
  /** A sentence below the lines; null for none. */
  readonly note: string | null
}

/** A digest in words, before it is laid out. */
export interface DigestPage {
  readonly subject: string
  readonly title: string
  /** The network of a partner, with its colour; absent for other accounts. */
  readonly mark?: NonNullable<Digest['network_mark']>
  /** What readers have to know before the figures. */
  readonly notes: readonly string[]
  readonly figures: readonly DigestLine[]
  readonly sections: readonly DigestSection[]
  readonly home: string
}

/** Words a digest. What is missing is named, and never called a drop. */
export function digestPage(digest: Digest): DigestPage {
  const { currency, total, corrects, is_complete: isComplete } = digest
  const days = daysText(digest.start_date, digest.end_date)
  const soFar = isComplete ? '' : ' so far'
  const revenue = moneyText(total.revenue, currency)
  const { url } = total
  return {
    subject: `${corrects ? 'Corrected: ' : ''}${digest.account}, ${days}: ${revenue}${soFar}`,
    title: `${digest.account}, ${days}`,
    ...(digest.network_mark && { mark: digest.network_mark }),
    notes: [...correctionNotes(digest), ...missingNotes(digest)],
    figures: [
      { label: `Revenue${soFar}`, value: revenue, url },
      { label: `Impressions${soFar}`, value: countText(total.impressions), url },
      { label: `eCPM${soFar}`, value: ecpmText(total.ecpm, currency), url },
    ],
    sections: sectionsOf(digest).filter(({ lines }) => lines.length > 0),
    home: digest.url,
  }
}

const ecpmText = (ecpm: Digest['total']['ecpm'], currency: string) =>
  ecpm === null ? 'none' : moneyText(ecpm, currency)

function correctionNotes({ corrects, currency, total }: Digest): string[] {
  if (!corrects) return []
  const revenue = `${moneyText(corrects.revenue_before, currency)} before, ${moneyText(total.revenue, currency)} now`
  const impressions = `${countText(corrects.impressions_before)} before, ${countText(total.impressions)} now`
  return [
    `These figures changed since they were sent. Revenue: ${revenue}. Impressions: ${impressions}.`,
  ]
}

function missingNotes({ missing }: Digest): string[] {
  if (missing.length === 0) return []
  const names = listed(missing.map(({ network }) => network))
  return [`Not complete: reports of ${names} are missing, so these figures will rise.`]
}

/** In the order in which they are read. */
function sectionsOf(digest: Digest): DigestSection[] {
  const { currency, change, unusual, missing, forecast, payments, corrects } = digest
  const money = (value: number | string) => moneyText(value, currency)
  const signed = (value: number | string) => moneyText(value, currency, true)
  return [
    {
      title: 'Imports that changed them',
      lines: (corrects?.changes ?? []).map((one) => ({
        label: importText(one),
        value: signed(one.revenue_change),
        url: null,
      })),
      note: null,
    },
    {
      title: 'Missing',
      lines: missing.map(({ network, days, expected, url }) => ({
        label: `${network}, ${counted(days, 'day')}`,
        value: expected === null ? 'not reported yet' : `about ${money(expected)} expected`,
        url,
      })),
      note: null,
    },
    ...digest.comparisons
      .filter((one) => one.compared_days > 0)
      .map((one) => comparisonSection(digest, one)),
    {
      title: 'What the change comes from',
      lines: Object.entries(change?.effects ?? {})
        .filter(([, value]) => Number(value) !== 0)
        .map(([name, value]) => ({
          label: effects[name] ?? name,
          value: signed(value),
          url: digest.comparisons[0]?.url ?? null,
        })),
      note: null,
    },
    {
      title: 'Largest changes',
      lines: (change?.largest ?? []).map(({ app, network, country, ...one }) => ({
        label: `${app}, ${network}, ${country}`,
        value: signed(one.change),
        url: one.url,
      })),
      note: null,
    },
    {
      title: 'Unusual',
      lines: unusual
        ? [
            {
              label: `${unusual.of}, ${dateText(unusual.date)}`,
              value: `${money(unusual.revenue)} where ${money(unusual.expected)} was expected`,
              url: unusual.url,
            },
          ]
        : [],
      note: null,
    },
    {
      title: monthText(forecast.month),
      lines: [
        { label: 'Reported so far', value: money(forecast.so_far), url: forecast.url },
        ...(forecast.expected === null
          ? []
          : [{ label: 'Forecast', value: forecastText(digest), url: null }]),
      ],
      note: null,
    },
    {
      title: 'Payments',
      lines: (payments ?? []).map(({ date, network, amount, currency: own }) => ({
        label: `${network ?? 'not assigned'}, ${dateText(date)}`,
        value: moneyText(amount, own),
        url: null,
      })),
      note: null,
    },
    {
      title: 'To do',
      lines:
        digest.to_do.count === 0
          ? []
          : [
              {
                label: 'In the dashboard',
                value: counted(digest.to_do.count, 'thing'),
                url: digest.to_do.url,
              },
            ],
      note: null,
    },
  ]
}

const effects: Readonly<Record<string, string>> = {
  volume: 'More or fewer impressions',
  price: 'Higher or lower eCPM',
  new: 'New apps and countries',
  ended: 'Apps and countries without figures',
}

const importText = ({ import: id, undoes, networks, source }: CitedChange): string =>
  `${undoes === null ? `Import ${id}` : `Undo of import ${undoes}`}: ${listed(networks)}${source === null ? '' : `, ${source}`}`

function forecastText({ currency, forecast: { expected, low, high } }: Digest): string {
  const point = moneyText(expected!, currency)
  if (low === null || high === null) return point
  return `${point} (${moneyText(low, currency)} to ${moneyText(high, currency)})`
}

const titles: Readonly<Record<string, Readonly<Record<Digest['period'], string>>>> = {
  previous_weekdays: { daily: 'Same weekday before', weekly: 'Week before' },
  previous_year_weekdays: { daily: 'Same weekday last year', weekly: 'Same week last year' },
}

function comparisonSection(
  { currency, period }: Digest,
  { against, current, previous, url, ...one }: DigestComparison,
): DigestSection {
  const title = titles[against]?.[period] ?? against
  const leftOut = listed(one.left_out)
  const { change_ratios: ratios } = one
  const line = (label: string, now: string, before: string, ratio: number | null): DigestLine => ({
    label,
    value: `${now}${ratio === null ? '' : `, ${shareText(ratio)}`} (${before} before)`,
    url,
  })
  return {
    title,
    lines: [
      line(
        'Revenue',
        moneyText(current.revenue, currency),
        moneyText(previous.revenue, currency),
        ratios.revenue,
      ),
      line(
        'Impressions',
        countText(current.impressions),
        countText(previous.impressions),
        ratios.impressions,
      ),
      line(
        'eCPM',
        ecpmText(current.ecpm, currency),
        ecpmText(previous.ecpm, currency),
        ratios.ecpm,
      ),
    ],
    note: leftOut === '' ? null : `Days that ${leftOut} did not report on both sides are left out.`,
  }
}
