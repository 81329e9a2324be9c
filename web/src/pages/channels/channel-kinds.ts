import type { ChannelAnswer } from '../../api/wire.ts'

export type ChannelKind = ChannelAnswer['kind']
export type MessageType = ChannelAnswer['events'][number]

interface KindOfChannel {
  readonly title: string
  /** What its address is, for channels that are not mail. */
  readonly address: string
}

export const channelKinds: Readonly<Record<ChannelKind, KindOfChannel>> = {
  mail: { title: 'Mail', address: '' },
  slack: {
    title: 'Slack or alike',
    address: 'The https address of an incoming webhook of Slack, Mattermost or alike.',
  },
  teams: {
    title: 'Microsoft Teams',
    address: 'The https address of a workflow that posts what it receives into a channel.',
  },
  webhook: {
    title: 'Webhook',
    address: 'An https address of your own program. Messages are signed.',
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
