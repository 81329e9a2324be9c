// The exports of three networks' consoles for one day. Revenue of AdMob and Unity is in MAX's report too.

/** @param day `YYYY-MM-DD` */
export const consoleReports = (day: string): Readonly<Record<string, string>> => ({
  'max.csv': `Day,Application,Package Name,Platform,Ad Format,Country,Network,Ad Unit,Impressions,Est. Revenue
${day},Hop,com.example.hop,android,REWARD,us,ADMOB_BIDDING,Level end,1200,14.21
${day},Hop,com.example.hop,android,INTER,us,UNITY_BIDDING,Start,800,4.51
${day},Hop,com.example.hop,android,BANNER,de,MINTEGRAL_BIDDING,Menu,5400,1.31
`,
  'admob.csv': `Date,App,Platform,Ad unit,Country,Format,Estimated earnings (USD),Requests,Matched requests,Impressions,Clicks
${day},Hop,Android,Level end,United States,Rewarded,14.18,1300,1250,1198,96
`,
  'unity.csv': `timestamp,country,placement,platform,source_game_id,source_name,adrequest_count,available_sum,revenue_sum,start_count,view_count
${day}T00:00:00.000Z,US,video,android,4600002,Hop,900,850,4.498,801,790
`,
})
