import { badParameters, type ParameterError } from '../answer/problems.ts'

/** A subject that a parameter of a reporting interface may be about. */
interface Subject {
  /** How the interfaces of networks and mediators call it, without case, `_`, `-` and brackets. */
  readonly names: string
  /** Our parameters for it. */
  readonly ours: readonly string[]
  /** The advice where there is none. */
  readonly none: string
}

const subjects = {
  app: {
    names:
      'app apps appid appids appkey appkeys appname appnames application applications applicationid applicationids appstoreid appbundleid androidpackage bundle bundles bundleid bundleids package packages packagename packagenames packageid game games gameid gameids id ids storeid storeids site sites siteid siteids property properties propertyid product productid',
    ours: ['app_id'],
    none: 'there is no filter by app here',
  },
  platform: {
    names:
      'platform platforms os oses operatingsystem operatingsystems store stores storename device devices devicetype devicetypes',
    ours: [],
    none: 'there is no filter by platform here',
  },
  network: {
    names:
      'network networks networkid networkids networkname networknames adnetwork adnetworks adnetworkid adnetworkname adsource adsources adsourceid adsourceids adsourcename source sources sourceid provider providers partner partners demandsource demandsources demandpartner demandpartners bidder bidders',
    ours: ['network'],
    none: 'there is no filter by network here',
  },
  adFormat: {
    names:
      'format formats adformat adformats adtype adtypes creativetype creativetypes adunittype adunittypes adunitformat adunitformats placementtype placementtypes inventorytype inventorytypes adproduct adproducts',
    ours: ['creative_type'],
    none: 'there is no filter by ad format here',
  },
  country: {
    names:
      'country countries countrycode countrycodes countryname countryiso geo geos geography geographies region regions location locations territory territories market markets',
    ours: ['geo'],
    none: 'there is no filter by country here',
  },
  adTag: {
    names: 'adtag adtags tag tags',
    ours: ['ad_tag'],
    none: 'there is no filter by ad tag here',
  },
  placement: {
    names:
      'adunit adunits adunitid adunitids adunitname adunitnames placement placements placementid placementids placementname zone zones zoneid zoneids instance instances instanceid instanceids waterfall waterfalls waterfallid mediationgroup mediationgroups lineitem lineitems',
    ours: [],
    none: 'figures are not kept by ad unit or placement; leave it out',
  },
  campaign: {
    names:
      'campaign campaigns campaignid campaignids advertiser advertisers advertiserid creative creatives creativeid segment segments abtest abtests experiment experiments',
    ours: [],
    none: 'figures are not kept by campaign or segment; leave it out',
  },
  firstDay: {
    names:
      'startdate start startday starttime startat datestart startingdate from fromdate fromday datefrom since sincedate begin begindate beginday firstdate firstday mindate dateafter after periodstart',
    ours: ['start_date'],
    none: 'there is no range of days here',
  },
  lastDay: {
    names:
      'enddate end endday endtime endat dateend endingdate to todate dateto until untildate till thru through before finish finishdate lastdate lastday maxdate datebefore periodend',
    ours: ['end_date'],
    none: 'there is no range of days here',
  },
  days: {
    names:
      'date dates day days daterange dateranges datepreset range timerange timeframe period periods lookback lookbackdays lastdays lastndays week weeks month months quarter year years',
    ours: ['start_date', 'end_date'],
    none: 'there is no range of days here',
  },
  groupBy: {
    names:
      'groupby groupbys group groups grouping groupings breakdown breakdowns breakdownby breakby splitby split dimension dimensions segmentby segmentation aggregateby aggregatedby aggregation pivot columns column rows',
    ours: ['group_by'],
    none: 'answers here have one form and cannot be grouped',
  },
  grain: {
    names:
      'granularity timegranularity dategranularity grain timegrain interval intervals timeinterval timeunit dateunit timedimension datebreakdown datebreakdowns timebreakdown timebucket bucket resolution',
    ours: [],
    none: 'figures are of whole days; add them up for longer times',
  },
  filters: {
    names: 'filter filters filterby filtering where having query search exclude include only',
    ours: [],
    none: 'each filter has a parameter of its own here',
  },
  currency: {
    names: 'currency currencies currencycode currencyid convertto targetcurrency',
    ours: [],
    none: "amounts are in the account's currency; convert them yourself",
  },
  timeZone: {
    names:
      'timezone timezones timezoneid timezonename timezoneoffset tz tzone tzoffset zoneoffset utcoffset gmtoffset reporttimezone reportingtimezone',
    ours: [],
    none: "days are divided by each network's own clock, which cannot be chosen",
  },
  asOf: {
    names: 'asof asofdate asofday asoftime asofts snapshotdate snapshottime',
    ours: ['as_of'],
    none: 'only the current state is available here',
  },
  page: {
    names:
      'limit limits maxrows maxresults maxreportrows maxresult rowlimit rowcount resultlimit size pagesize perpage page pages pagenumber pagenum pageno pageindex pagetoken nextpagetoken offset skip top take first last count cursor',
    ours: ['limit'],
    none: 'this answer is never cut; leave it out',
  },
  fileFormat: {
    names:
      'output outputs outputformat outputtype fileformat filetype responseformat responsetype reportformat reporttype exportformat export exportas dataformat resultformat datatype contenttype mediatype csv json xml xlsx',
    ours: ['format'],
    none: 'the answer is JSON; leave it out',
  },
} as const satisfies Record<string, Subject>

/** The advice about a subject that an endpoint has no parameter for, where the default text does not fit. */
export type Advice = Readonly<Partial<Record<keyof typeof subjects | 'otherwise', string>>>

const subjectOf = new Map(
  Object.entries<Subject>(subjects).flatMap(([name, { names }]) =>
    names.split(' ').map((one) => [one, name as keyof typeof subjects]),
  ),
)

/** Names that look like a filter, a grouping, a range or a format of this field, as compared. */
export const misplacedNames: readonly string[] = [...subjectOf.keys()]

/** So many are named in an answer. */
const maxNamed = 20

/**
 * Refuses parameters that an endpoint does not have, but that look like a filter, a grouping, a range or
 * a format: ignoring one would give a wrong sum. All others are ignored, as cache busters have to be.
 *
 * @param schema of the endpoint's query
 * @param advice where there is no parameter to use instead
 */
export function misplacedParameters(
  query: object,
  { properties }: { readonly properties: object },
  advice: Advice = {},
): ParameterError[] {
  const foreign = Object.keys(query).filter((name) => !Object.hasOwn(properties, name))
  // Nearly every question: no names have to be compared.
  if (foreign.length === 0) return []
  const own = Object.keys(properties)
  const byBareName = new Map(
    own.filter((name) => !credentials.includes(name)).map((name) => [bare(name), name]),
  )
  return foreign
    .flatMap((parameter) => {
      const forms = formsOf(parameter)
      const exact = forms.find((form) => byBareName.has(form))
      if (exact !== undefined) return [misplaced(parameter, `use ${byBareName.get(exact)}`)]
      const form = forms.find((one) => subjectOf.has(one))
      if (form === undefined) return []
      return [misplaced(parameter, adviceFor(subjectOf.get(form)!, own, advice))]
    })
    .slice(0, maxNamed)
}

/** @throws Problem `bad_parameters` naming all {@link misplacedParameters} */
export function refuseMisplaced(...of: Parameters<typeof misplacedParameters>): void {
  const errors = misplacedParameters(...of)
  if (errors.length > 0) throw badParameters(errors)
}

const credentials = ['developer', 'key']

const misplaced = (parameter: string, what: string): ParameterError => ({
  parameter: parameter.slice(0, 100),
  message: `is not a parameter here: ${what}`,
})

function adviceFor(name: keyof typeof subjects, own: readonly string[], advice: Advice): string {
  const { ours, none }: Subject = subjects[name]
  const usable = ours.filter((one) => own.includes(one))
  if (usable.length > 0) return `use ${usable.join(' and ')}`
  return advice[name] ?? advice.otherwise ?? none
}

/** `Country[]`, `country_not` and `filter[country]` are about the country too. */
function formsOf(parameter: string): string[] {
  const whole = bare(parameter.replace(/\[\d*\]/g, ''))
  const unprefixed = whole.replace(/^filters?(by)?(?=.)/, '')
  return [whole, unprefixed].flatMap((form) => [
    form,
    form.replace(/(?<=.)(not|in|notin|eq|ne)$/, ''),
  ])
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
