import type { ChannelAnswer } from '../../api/wire.ts'

export type ChannelKind = ChannelAnswer['kind']
export type MessageType = ChannelAnswer['events'][number]

interface KindOfChannel {
  readonly title: string
  /** What its address is, for channels that are not mail. */
  readonly address: string
  /** The messages that are ticked at first. */
  readonly usual: readonly MessageType[]
}

const forPeople: readonly MessageType[] = ['digest.daily', 'alert.fired', 'alert.resolved']

export const channelKinds: Readonly<Record<ChannelKind, KindOfChannel>> = {
  mail: { title: 'Mail', address: '', usual: forPeople },
  slack: {
    title: 'Slack or alike',
    address: 'The https address of an incoming webhook of Slack, Mattermost or alike.',
    usual: forPeople,
  },
  teams: {
    title: 'Microsoft Teams',
    address: 'The https address of a workflow that posts what it receives into a channel.',
    usual: forPeople,
  },
  webhook: {
    title: 'Webhook',
    address: 'An https address of your own program. Messages are signed.',
    usual: [
      ...(['figures.changed', 'day.final', 'month.closed'] as const),
      ...(['report.missing', 'alert.fired', 'alert.resolved'] as const),
    ],
  },
}

/** The messages that a channel can get. */
export const eventTitles: Readonly<Record<Exclude<MessageType, 'channel.test'>, string>> = {
  'digest.daily': 'Daily digest',
  'digest.weekly': 'Weekly digest',
  'alert.fired': 'Alerts',
  'alert.resolved': 'Ends of alerts',
  'report.missing': 'Missing reports',
  'figures.changed': 'Changed figures, once per import',
  'day.final': 'Days that are final',
  'month.closed': 'Months that are closed',
}

export const typeTitle = (type: MessageType): string =>
  type === 'channel.test' ? 'Test' : eventTitles[type]

/** `09:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
