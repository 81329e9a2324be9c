import type { GapGroupAnswer } from '../../api/wire.ts'

export type GapLabel = GapGroupAnswer['labels'][number]['label']
