import { factKinds } from '../../facts/kinds.ts'
import { type LabelName, labelNames } from '../../facts/label-names.ts'
import { dimensionOf, filterOf, labelOf } from '../../reporting/label-dimensions.ts'
import type { PlanTable, ReportPlan } from '../../reporting/report-plan.ts'
import { type Dimension, dimensions } from '../../reporting/report-request.ts'
import { rowSums } from '../../reporting/stored-sums.ts'
import { addDays, type DaySpan } from '../../values/day.ts'
import { snakeCase } from '../../values/letter-case.ts'
import { factRows, factSlices } from './fact-rows.ts'
import type { FactSelection } from './fact-selection.ts'
import { absence, membership, ParameterList } from './parameter-list.ts'
import type { AppGroupColumn, GroupedApps, SqlDialect } from './sql-dialect.ts'

/** The names of dimensions as columns. */
export const columnNames = Object.fromEntries(
  dimensions.map((dimension) => [dimension, labelOf(dimension) ?? snakeCase(dimension)]),
) as Readonly<Record<Dimension, string>>

/** The filters, with the columns that they are about. */
const filtered = labelNames.map((label) => [label, filterOf(dimensionOf(label))] as const)

/** Rows of one table and range, ready to be grouped. */
export interface RowSource {
  readonly from: string
  /** Null where `from` has them. */
  readonly where: string | null
  /** The expressions of sums over the rows. */
  readonly sums: SqlDialect['sums']
  /** The condition that a group has rows; absent when every group has. */
  readonly presence?: string
  /** The expressions of groups of apps, by column. */
  readonly groups: Readonly<Record<string, string>>
}

/** Hidden column: the position of an app in the order of its app_id. */
export const appRank = 'app_rank'

/** The parts of a plan's statements that say which rows are read. Each value is bound once. */
export class PlanRows {
  readonly list: ParameterList
  /** The placeholders of the plan's apps. */
  readonly apps: readonly string[]
  readonly #plan: ReportPlan
  readonly #dialect: SqlDialect
  readonly #account: string
  readonly #groups: readonly AppGroupColumn[]
  readonly #grouped: GroupedApps | null
  #filters: readonly FilterCondition[] | null = null
  #visible: readonly string[] | null = null

  constructor(plan: ReportPlan, dialect: SqlDialect) {
    this.#plan = plan
    this.#dialect = dialect
    this.list = new ParameterList(dialect)
    this.#account = this.list.bind('account', plan.account)
    this.apps = plan.apps ? this.list.bindList('app', plan.apps) : []
    const { apps, groups } = groupsOf(plan)
    this.#groups = groups
    this.#grouped =
      groups.length > 0 ? dialect.groupApps(this.list.bindNumbers, apps, groups) : null
  }

  /** The columns of groups of apps, see {@link RowSource.groups}. */
  get groupNames(): readonly string[] {
    return this.#groups.map(({ name }) => name)
  }

  /**
   * The rows of some days.
   *
   * @param anyFigure whether only filters by the label of slices count
   * @param condition of the rows, besides those of the plan
   */
  source(
    table: PlanTable,
    days: DaySpan,
    { anyFigure = false, condition }: { anyFigure?: boolean; condition?: string } = {},
  ): RowSource {
    const { sums, apps } = this.#plan
    const { list } = this
    const conditions: string[] = []
    if (apps) conditions.push(membership('app', this.apps, apps.length))
    const onDays = (day: string, daysBefore: number) => {
      const { firstDay, lastDay } = this.#dialect.clampDays({
        firstDay: addDays(days.firstDay, -daysBefore),
        lastDay: days.lastDay,
      })
      return `${day} BETWEEN ${list.bind('day', firstDay)} AND ${list.bind('day', lastDay)}`
    }
    const ofPlan = onDays('day', 0)
    this.#filters ??= this.#bindFilters()
    this.#visible ??= list.visibleRows()
    const { kinds = ['figures'] } = this.#plan
    const isOfSlices = (column: string) =>
      kinds.every((kind) => kind === 'details' || factKinds[kind].sliceLabel === column)
    const filters = this.#filters
      .filter(({ column }) => !anyFigure || isOfSlices(column))
      .map(({ condition }) => condition)
    if (this.#plan.kinds) {
      const others = [...conditions, ...this.#visible]
      const conditionsOf = (daysBefore: number) => [
        daysBefore === 0 ? ofPlan : onDays('day', daysBefore),
        ...others,
      ]
      return this.#facts(table, { conditionsOf, onDays }, filters)
    }
    conditions.push(ofPlan)
    conditions.unshift(`account = ${this.#account}`)
    conditions.push(...filters, ...this.#visible, ...(this.#grouped?.conditions ?? []))
    if (condition !== undefined) conditions.push(condition)
    const where = conditions.join(' AND ')
    const groups = this.#groupColumns
    const { keyed, presence } = this.#dialect
    if (table === 'figures' && keyed?.areNeeded(sums)) {
      return { from: keyed.relation(where), where: null, sums: keyed.sums, groups }
    }
    const from = `${this.#dialect.table(table as StoredTable, this.#plan)}${this.#grouped?.join ?? ''}`
    return { from, where, sums: this.#dialect.sums, ...(presence && { presence }), groups }
  }

  get #groupColumns(): RowSource['groups'] {
    return Object.fromEntries(
      this.#groups.map(({ name }, place) => [name, this.#grouped!.columns[place]!]),
    )
  }

  /** Rows of kinds of fact, or their slices. */
  #facts(
    table: PlanTable,
    { conditionsOf, onDays }: DayConditions,
    filters: readonly string[],
  ): RowSource {
    const { kinds } = this.#plan
    const { factSums } = this.#dialect
    const rowsOf = table === 'facts' ? factRows : factSlices
    const { bindNumbers } = this.list
    const whereOf = (account?: number, daysBefore = 0) => {
      const own = account === undefined ? this.#account : this.list.bind('account', account)
      return [`account = ${own}`, ...conditionsOf(daysBefore)].join(' AND ')
    }
    const [plan, dialect] = [this.#plan, this.#dialect]
    const rows = rowsOf({ plan, dialect, kinds: kinds!, whereOf, onDays, bindNumbers })
    const outer = [...filters, ...(this.#grouped?.conditions ?? [])]
    return {
      from: `${rows} AS facts${this.#grouped?.join ?? ''}`,
      where: outer.length === 0 ? null : outer.join(' AND '),
      sums: kinds!.includes('figures')
        ? factSums
        : { ...factSums, rows: factSums[rowSums[kinds![0]!]] },
      groups: this.#groupColumns,
    }
  }

  #bindFilters(): FilterCondition[] {
    const { account, filters, excluded } = this.#plan
    const labels = this.#dialect.labels.of(account)
    const bind = (column: LabelName, names: readonly string[]) => {
      const codes = names.map((name) => labels.codeOf(column, name)).filter((code) => code !== null)
      return { count: codes.length, placeholders: this.list.bindList(column, codes) }
    }
    return filtered.flatMap(([column, name]) => {
      const [wanted, unwanted] = [filters[name], excluded?.[name]]
      const conditions: FilterCondition[] = []
      if (wanted) {
        const { placeholders, count } = bind(column, wanted)
        conditions.push({ column, condition: membership(column, placeholders, count) })
      }
      const { placeholders, count } = bind(column, unwanted ?? [])
      if (count > 0) conditions.push({ column, condition: absence(column, placeholders) })
      return conditions
    })
  }
}

interface DayConditions extends Pick<FactSelection, 'onDays'> {
  readonly conditionsOf: (daysBefore: number) => readonly string[]
}

type StoredTable = Exclude<PlanTable, 'facts'>

interface FilterCondition {
  readonly column: LabelName
  readonly condition: string
}

/** The groups of apps that a plan needs, of the apps that all of them have. */
function groupsOf({ dimensions, order, appGroups }: ReportPlan) {
  const isRanked = order?.some(({ by }) => by === 'app')
  const wanted = (['appName', 'platform'] as const)
    .filter((dimension) => dimensions.includes(dimension))
    .map((dimension) => ({ name: columnNames[dimension], group: appGroups?.[dimension] }))
  const needed = [...wanted, ...(isRanked ? [{ name: appRank, group: appGroups?.app }] : [])]
  const groups = needed.flatMap(({ name, group }) => (group ? [{ name, codes: group.codes }] : []))
  const apps = [...(groups[0]?.codes.keys() ?? [])].filter((app) =>
    groups.every(({ codes }) => codes.has(app)),
  )
  return {
    apps,
    groups: groups.map(({ name, codes }) => ({ name, codes: apps.map((app) => codes.get(app)!) })),
  }
}
