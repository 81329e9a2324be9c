import ipaddr from 'ipaddr.js'

/** The values that a setting accepts, and how its text becomes one. */
export interface SettingKind<Value> {
  /** As after "is not": `a whole number from 1 to 64`. */
  readonly accepts: string
  /** @returns the value, or the part of the text that is not accepted */
  readonly read: (text: string) => { readonly value: Value } | { readonly bad: string }
  /** Whether it is a text of parts that commas separate. */
  readonly isList?: boolean
  /** Whether a relative one begins in the folder of the settings file. */
  readonly isPath?: boolean
}

/** @param read returns undefined for what is not accepted */
function kind<Value>(
  accepts: string,
  read: (text: string) => Value | undefined,
): SettingKind<Value> {
  return {
    accepts,
    read: (text) => {
      const value = read(text)
      return value === undefined ? { bad: text } : { value }
    },
  }
}

export const anyText: SettingKind<string> = kind('a text', (text) => text)

export const path: SettingKind<string> = { ...kind('a path', (text) => text), isPath: true }

export const yesOrNo: SettingKind<boolean> = kind('true, false, 1 or 0', (text) => {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
})

export const wholeNumbers = (least: number, most: number): SettingKind<number> =>
  kind(`a whole number from ${least} to ${most}`, (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined
  })

/** One of a few words. */
export const oneOfWords = (...words: readonly string[]): SettingKind<string> =>
  kind(`one of ${words.join(', ')}`, (text) => (words.includes(text) ? text : undefined))

const bytesOf: Readonly<Record<string, number>> = { KB: 1_000, MB: 1_000_000, GB: 1_000_000_000 }

/** A size in bytes: `512MB`. @param leastMegabytes 0 for any */
const sizeFrom = (leastMegabytes: number): SettingKind<number> =>
  kind(
    leastMegabytes > 0
      ? `a size of at least ${leastMegabytes}MB, such as 512MB`
      : 'a size such as 512MB or 8GB',
    (text) => {
      const [, count, unit = ''] = /^(\d{1,6})(KB|MB|GB)$/.exec(text) ?? []
      const bytes = count === undefined ? -1 : Number(count) * bytesOf[unit]!
      return bytes >= leastMegabytes * 1_000_000 ? bytes : undefined
    },
  )

export const size = sizeFrom(0)

/** The memory that the engine may use. With less, it does not open its file. */
export const engineMemory = sizeFrom(64)

/** A base address; without the slashes at its end. */
export const httpUrl: SettingKind<string> = kind('an http or https URL', (text) => {
  const url = URL.parse(text)
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  return isBase ? text.replace(/\/+$/, '') : undefined
})

/** URLs of servers. Those of local sockets have no host. */
export const urlOf = (...protocols: readonly [string, ...string[]]): SettingKind<string> =>
  kind(`a URL that starts with ${protocols[0]}//`, (text) => {
    const url = URL.parse(text.trim().replace('@/', '@socket/'))
    return url && protocols.includes(url.protocol) ? text : undefined
  })

/** IP addresses and networks: `10.0.0.7`, `192.168.0.0/16`. */
export const addressRange: SettingKind<string> = kind(
  'an IP address or a network such as 10.0.0.0/8',
  (text) => (ipaddr.isValid(text) || ipaddr.isValidCIDR(text) ? text : undefined),
)

/** Parts that commas separate; blanks around them and empty ones do not count. */
export function separatedList<Value>(part: SettingKind<Value>): SettingKind<readonly Value[]> {
  return {
    accepts: part.accepts,
    isList: true,
    read: (text) => {
      const read = text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
        .map((item) => part.read(item))
      const bad = read.find((one) => 'bad' in one)
      return bad ?? { value: read.flatMap((one) => ('value' in one ? [one.value] : [])) }
    },
  }
}
