import { labelOf } from '../../reporting/label-dimensions.ts'
import { comparedDay, periodOf, periodsOf, timeOf } from '../../reporting/periods.ts'
import { isOfSlices } from '../../reporting/plan-report.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import { metricOperators } from '../../reporting/report-request.ts'
import { hasStatuses, rowStatus } from '../../reporting/report-store.ts'
import { type Day, type DaySpan, dayCount } from '../../values/day.ts'
import { ComparedDays } from './compared-days.ts'
import type { CompiledQuery } from './parameter-list.ts'
import { appRank, columnNames, PlanRows, type RowSource } from './plan-rows.ts'
import { metricKey, orderBy } from './sort-keys.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { sumNames } from './sum-names.ts'

/** The ranges of a plan: its own, the comparison, and its own on the days that are compared. Filled rows are of none. */
const [current, compared, comparable, filled] = [0, 1, 2, 3]

/** Whether a plan's grouped rows are combined, sorted by metrics, or cut. */
export function isLayered(plan: ReportPlan): boolean {
  const { order, limit, offset, comparison, fillDays, having, summed } = plan
  const isCut = limit !== undefined || offset !== undefined
  const isCombined = comparison !== undefined || fillDays === true || summed === true
  return order !== undefined || isCut || isCombined || having !== undefined
}

/**
 * Compiles plans that need more than one grouped select: the rows of both ranges are put together by
 * their dimensions, missing periods are added, and the result is sorted and cut.
 */
export class PlanLayers {
  readonly #plan: ReportPlan
  readonly #dialect: SqlDialect
  readonly #rows: PlanRows
  /** The columns of the dimensions, the period first. */
  readonly #keys: readonly string[]
  readonly #sums: readonly string[]
  readonly #hasStatuses: boolean
  /** Null where all days are compared. */
  readonly #comparedDays: ComparedDays | null

  constructor(plan: ReportPlan, dialect: SqlDialect) {
    this.#plan = plan
    this.#dialect = dialect
    this.#rows = new PlanRows(plan, dialect)
    const isRanked = this.#rows.groupNames.includes(appRank)
    this.#keys = [...plan.dimensions.map(keyName), ...(isRanked ? [appRank] : [])]
    this.#sums = plan.sums.map((sum) => sumNames[sum])
    this.#hasStatuses = hasStatuses(plan)
    this.#comparedDays = plan.comparedPairs
      ? new ComparedDays(plan, dialect, this.#rows.list.bindNumbers)
      : null
  }

  /** The ranges whose figures rows have. */
  get #sides(): readonly number[] {
    if (!this.#plan.comparison) return [current]
    return this.#comparedDays ? [current, compared, comparable] : [current, compared]
  }

  /** The query that answers the plan. */
  answer(): CompiledQuery {
    const { limit, offset, dimensions, summed } = this.#plan
    if (summed) return this.#rows.list.query(this.#summed())
    const values = this.#hasStatuses ? [...this.#sums, 'status'] : this.#sums
    const columns = [
      ...dimensions.map(keyName),
      ...this.#sides.flatMap((side) => values.map((name) => nameIn(side, name))),
    ]
    const order = orderBy(this.#plan, this.#dialect, this.#rows, this.#hasStatuses)
    const lines = [
      `SELECT ${columns.join(', ')}`,
      this.#matching(),
      ...(order ? [`ORDER BY ${order}`] : []),
      ...(limit === undefined && offset === undefined
        ? []
        : [`LIMIT ${limit ?? Number.MAX_SAFE_INTEGER} OFFSET ${offset ?? 0}`]),
    ]
    return this.#rows.list.query(lines.join('\n'))
  }

  /** The query for every row, in no order. */
  all(): CompiledQuery {
    if (this.#plan.having) return this.#rows.list.query(`SELECT 1 ${this.#matching()}`)
    return this.#rows.list.query(this.#merged())
  }

  /** The rows that fulfil the plan's conditions on metrics. */
  #matching(): string {
    const rows = this.#hasStatuses ? this.#withStatuses() : this.#range(current)
    const conditions = (this.#plan.having ?? []).map(({ by, operator, value }) => {
      const metric = metricKey(by, this.#plan, this.#dialect, this.#hasStatuses)
      return `${metric} ${metricOperators[operator]} ${value}`
    })
    const where = conditions.length > 0 ? `\nWHERE ${conditions.join(' AND ')}` : ''
    return `FROM (\n${rows}\n) AS answer${where}`
  }

  /** One row with the sums of all rows. */
  #summed(): string {
    const { total, byte } = this.#dialect
    const columns = this.#sides.flatMap((side) => {
      const [sums, status] = [this.#sums.map((name) => nameIn(side, name)), nameIn(side, 'status')]
      const best = byte(`coalesce(max(${status}), ${rowStatus.notReported})`)
      return [
        ...sums.map((name) => `${total(name)} AS ${name}`),
        ...(this.#hasStatuses ? [`${best} AS ${status}`] : []),
      ]
    })
    // Apart from the conditions, which would take a sum for the column of the same name.
    return `SELECT ${columns.join(', ')}\nFROM (SELECT * ${this.#matching()}) AS matching`
  }

  #withStatuses(): string {
    const reports = this.#sides.map((side) => this.#reportedJoin(side))
    const columns = [
      ...this.#keys.map((key) => `merged.${key} AS ${key}`),
      ...this.#sides.flatMap((side) => [
        ...this.#sums.map((name) => nameIn(side, name)),
        this.#status(side),
      ]),
    ]
    return [`SELECT ${columns.join(', ')}`, `FROM (\n${this.#merged()}\n) AS merged`, ...reports]
      .filter(Boolean)
      .join('\n')
  }

  #status(side: number): string {
    const { notReported, reportedNone, hasFigures } = rowStatus
    const isReported = this.#isOfPairs(side)
      ? this.#comparedDays!.ofMerged()
      : this.#isFine && `coalesce(${reportName(side)}.reported, 0) = 1`
    const cases = [
      `WHEN ${nameIn(side, 'stored')} = 1 THEN ${hasFigures}`,
      ...(isReported ? [`WHEN ${isReported} THEN ${reportedNone}`] : []),
    ]
    const status = `CASE ${cases.join(' ')} ELSE ${notReported} END`
    return `${this.#dialect.byte(status)} AS ${nameIn(side, 'status')}`
  }

  /** Whether a range has only the days that are compared. */
  #isOfPairs(side: number): boolean {
    return this.#comparedDays !== null && side !== current
  }

  /** Whether a reported slice may have no figures for a row. */
  get #isFine(): boolean {
    return !isOfSlices(this.#plan)
  }

  /** Joins rows with the slices that were reported in a range. */
  #reportedJoin(side: number): string {
    if (!this.#isFine || this.#isOfPairs(side)) return ''
    // A slice of figures has no other label than its network.
    const dimensions = this.#plan.dimensions.filter(
      (one) => one === 'network' || labelOf(one) === null,
    )
    const source = this.#rows.source('slices', this.#daysOf(side), { anyFigure: true })
    const keys = dimensions.map(keyName)
    const relation = this.#grouped(source, side, keys, [isStored(source, 'reported')])
    const same = keys.map((key) => `${reportName(side)}.${key} = merged.${key}`)
    const join = same.length === 0 ? 'CROSS JOIN' : 'LEFT JOIN'
    const on = same.length === 0 ? '' : ` ON ${same.join(' AND ')}`
    return `${join} (\n${relation}\n) AS ${reportName(side)}${on}`
  }

  /** A row for each combination of dimensions, with the sums of each range. */
  #merged(): string {
    const { fillDays } = this.#plan
    const hasOthers = this.#keys.length > 1
    const sides = this.#sides
    // Filling needs to know which combinations occur, so these are computed once.
    const isNamed = fillDays === true && hasOthers
    const relations = sides.map((side) => this.#range(side))
    const parts = relations.map((relation, side) =>
      isNamed ? sideName(side) : `(\n${relation}\n)`,
    )
    const columns = [...this.#keys, ...this.#sums, 'stored'].join(', ')
    const selects = parts.map((part, side) => `SELECT ${columns}, ${side} AS side FROM ${part}`)
    if (fillDays) selects.push(this.#filled(isNamed ? parts : []))
    const names = isNamed
      ? `WITH ${relations.map((text, side) => `${sideName(side)} AS (\n${text}\n)`).join(', ')}\n`
      : ''
    const of = (side: number, name: string) =>
      `coalesce(max(CASE WHEN side = ${side} THEN ${name} END), 0)`
    const values = [...this.#sums, 'stored']
    const selected = [
      ...this.#keys,
      ...sides.flatMap((side) =>
        values.map((name) => `${of(side, name)} AS ${nameIn(side, name)}`),
      ),
    ]
    const group = this.#keys.length > 0 ? `\nGROUP BY ${this.#keys.join(', ')}` : ''
    return `${names}SELECT ${selected.join(', ')}
FROM (\n${selects.join('\nUNION ALL\n')}\n)${group}`
  }

  /** A row without figures for each period and combination of the other dimensions. */
  #filled(sides: readonly string[]): string {
    const { dimensions, days } = this.#plan
    const periods = periodsOf(timeOf(dimensions)!, days)
    const first = periods[0] ?? days.firstDay
    const places = periods.map((period) => period - first)
    const others = this.#keys.slice(1).join(', ')
    const every = sides.map((side) => `SELECT ${others} FROM ${side}`)
    const occurring =
      sides.length === 0
        ? ''
        : `\nCROSS JOIN (SELECT DISTINCT ${others} FROM (${every.join(' UNION ALL ')})) AS combinations`
    const columns = [
      `${this.#dialect.periodAt(`${first} + place`)} AS period`,
      ...this.#keys.slice(1),
      ...this.#sums.map(() => '0'),
      '0',
      String(filled),
    ]
    const { bindNumbers } = this.#rows.list
    return `SELECT ${columns.join(', ')}
FROM ${this.#dialect.valuesOf(bindNumbers, places, 'place')} AS places${occurring}`
  }

  /** The grouped rows of a range. */
  #range(side: number): string {
    const condition = this.#isOfPairs(side)
      ? { condition: this.#comparedDays!.ofRow(side === comparable ? 'day' : 'other') }
      : {}
    const source = this.#rows.source(this.#plan.table, this.#daysOf(side), condition)
    const sums = this.#plan.sums.map((sum) => `${source.sums[sum]} AS ${sumNames[sum]}`)
    const stored = this.#hasStatuses ? [isStored(source, 'stored')] : []
    return this.#grouped(source, side, this.#keys, [...sums, ...stored])
  }

  #daysOf(side: number): DaySpan {
    return side === compared ? this.#plan.comparison!.days : this.#plan.days
  }

  #grouped(
    { from, where, presence, groups }: RowSource,
    side: number,
    keys: readonly string[],
    values: readonly string[],
  ): string {
    const columns = keys.map((key) => {
      if (key === 'period') return `${this.#period(side)} AS period`
      const group = groups[key]
      return group === undefined || group === key ? key : `${group} AS ${key}`
    })
    const lines = [
      `SELECT ${[...columns, ...values].join(', ')}`,
      `FROM ${from}`,
      ...(where === null ? [] : [`WHERE ${where}`]),
      ...(keys.length > 0 ? [`GROUP BY ${keys.join(', ')}`] : []),
      ...(keys.length > 0 && presence ? [`HAVING ${presence}`] : []),
    ]
    return lines.join('\n')
  }

  /** The period of a stored day. Days of the comparison are laid over those of the first range. */
  #period(side: number): string {
    const { days, comparison, dimensions } = this.#plan
    const time = timeOf(dimensions)!
    if (side !== compared || !comparison) return this.#dialect.periods[time]('day')
    const first = periodOf(time, days.firstDay)
    const { firstDay } = comparison.days
    const places = Array.from({ length: Math.max(dayCount(comparison.days), 0) }, (_, index) => {
      const day = comparedDay({ days, comparison }, (firstDay + index) as Day)
      return periodOf(time, day) - first
    })
    const index = `${this.#dialect.dayNumber('day')} - (${firstDay})`
    const place = this.#dialect.lookup(this.#rows.list.bindNumbers, places, index)
    return this.#dialect.periodAt(`${first} + ${place}`)
  }
}

/** Every period has one name, so that no expression takes it for the column `day`. */
const keyName = (dimension: ReportPlan['dimensions'][number]): string =>
  timeOf([dimension]) ? 'period' : columnNames[dimension]

const prefixes = ['', 'compared_', 'comparable_']
const nameIn = (side: number, name: string) => `${prefixes[side]}${name}`
const reportName = (side: number) => nameIn(side, 'reports')
const sideName = (side: number) => (side === current ? 'current_rows' : nameIn(side, 'rows'))

const isStored = ({ presence }: RowSource, name: string) =>
  `CASE WHEN ${presence ?? 'count(*) > 0'} THEN 1 ELSE 0 END AS ${name}`
