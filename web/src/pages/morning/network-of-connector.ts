/** Networks whose connectors have other names. */
const otherNames: Readonly<Record<string, string>> = {
  meta: 'facebook',
  levelplay: 'ironsource',
  'google-ad-manager': 'google_ad_manager',
}

/** The network whose figures a connector fetches first of all: `unityads` of `unity-ads`. */
export const networkOfConnector = (connector: string): string =>
  otherNames[connector] ?? connector.replaceAll('-', '')
