import { failedImport } from './failed-import.ts'
import { gap } from './gap.ts'
import { heldDay } from './held-day.ts'
import { lateNetwork } from './late-network.ts'
import { refusedKey } from './refused-key.ts'

/** All kinds of things to do; among equal amounts, the first ones come first. */
export const toDoKinds = [refusedKey, heldDay, lateNetwork, gap, failedImport] as const
