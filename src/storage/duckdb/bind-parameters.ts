import { DuckDBDateValue, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { codeOfLabel, labelNames } from '../../facts/label-names.ts'
import type { ParameterType, SqlParameter } from '../sql/sql-dialect.ts'

/** Columns of 16 bits. All others, except days, have 32. */
const small: ReadonlySet<ParameterType> = new Set(
  labelNames.filter((label) => codeOfLabel(label) !== 32),
)

/** Binds values with the exact types of their columns, so that the engine can skip row groups. */
export function bindParameters(
  statement: DuckDBPreparedStatement,
  parameters: readonly SqlParameter[],
): void {
  for (const [index, { type, value }] of parameters.entries()) {
    const position = index + 1
    // As text, which is read faster than a list is made value by value.
    if (typeof value !== 'number') statement.bindVarchar(position, `[${value.join()}]`)
    else if (type === 'day') statement.bindDate(position, new DuckDBDateValue(value))
    else if (small.has(type)) statement.bindUSmallInt(position, value)
    else statement.bindUInteger(position, value)
  }
}
