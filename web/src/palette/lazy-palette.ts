import { lazyPage } from '../layout/lazy-page.ts'
import type { PaletteProps } from './palette.tsx'

/** The palette, which is no part of the first view. */
export const Palette = lazyPage<PaletteProps>(() => import('./palette.tsx'))
