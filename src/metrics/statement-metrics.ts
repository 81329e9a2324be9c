import { Counter, type Registry } from 'prom-client'
import {
  addStatement,
  type ImportedStatements,
  importStatements,
} from '../use-cases/money/import-statements.ts'
import type { Call, CallAs } from '../use-cases/use-case.ts'
import { type ImportOutcome, outcomeOf } from './import-metrics.ts'

const measuredNames: ReadonlySet<string> = new Set([importStatements.name, addStatement.name])

/** Counts the imports of statements of this process, but not their previews. */
export class StatementMetrics {
  readonly #imports: Counter<'source' | 'outcome'>

  constructor(registry: Registry) {
    this.#imports = new Counter({
      name: 'adtally_statement_imports_total',
      help: 'Files of statements and payments that this process was given.',
      labelNames: ['source', 'outcome'],
      registers: [registry],
    })
  }

  /** The same calls, measured. */
  measure(callAs: CallAs): CallAs {
    return (actor) => {
      const call = callAs(actor)
      const measured: Call = async (useCase, request, io) => {
        const given = request as { readonly mapping?: string; readonly dryRun?: boolean }
        if (!measuredNames.has(useCase.name) || given.dryRun) return call(useCase, request, io)
        // The names of mappings are the users'.
        const end = (format: string, outcome: ImportOutcome) =>
          this.#imports.inc({ source: given.mapping === undefined ? format : 'mapping', outcome })
        try {
          const result = await call(useCase, request, io)
          for (const { source, is_repeated } of (result as ImportedStatements).statements) {
            end(source, is_repeated ? 'unchanged' : 'imported')
          }
          return result
        } catch (error) {
          end('unknown', outcomeOf(error))
          throw error
        }
      }
      return measured
    }
  }
}
