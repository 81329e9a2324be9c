import type { TestProject } from 'vitest/node'
import { provideClickhouse } from './provide-clickhouse.ts'

export default (project: TestProject) => provideClickhouse(project, 1)
