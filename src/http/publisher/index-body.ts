const parameters = {
  key: 'The API key; may come as a bearer (Authorization: Bearer KEY) instead.',
  start_date: 'First day, YYYY-MM-DD in UTC. Today when both days are left out.',
  end_date: 'Last day, YYYY-MM-DD in UTC.',
  creative_type: 'interstitial, video or rewarded; all formats when left out.',
  network: 'ownnet, ownnet_exchange or both separated by a comma; ownnet when left out.',
  ad_tag: 'One ad tag, exactly as it was reported; all when left out.',
  as_of: 'An instant, YYYY-MM-DDTHH:MM:SSZ: figures as they stood then; now when left out.',
  format: 'csv for CSV; JSON when left out.',
}

const username = "The publisher's username, in the path."
const query = 'key,start_date,end_date,creative_type,network,ad_tag,as_of,format'

/** A link to one app's figures. */
export interface GameLink {
  readonly game_identifier: string
  readonly game_name: string
  readonly game_platform: string
  readonly url: string
}

/**
 * `/api/publisher`: the interface's endpoints as URL templates (RFC 6570).
 *
 * @param games links to the account's apps; null without credentials
 */
export function indexBody(baseUrl: string, games: readonly GameLink[] | null) {
  const root = `${baseUrl}/api/publisher`
  return {
    all_apps: {
      url_template: `${root}/{username}{?${query}}`,
      description: 'Figures of every app of a publisher, day by day.',
      parameters: { username, ...parameters },
    },
    one_app: {
      url_template: `${root}/{username}/{platform}/{app_identifier}/{?${query}}`,
      description: 'Figures of one app, day by day.',
      parameters: {
        username,
        platform: 'android or ios, in the path.',
        app_identifier: 'The Android package or the App Store ID, in the path.',
        ...parameters,
      },
    },
    ...(games && { apps: games }),
  }
}
