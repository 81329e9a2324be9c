import type { Role } from '../../api/wire.ts'

/** What each role may do. */
export const roleTexts: Readonly<Record<Role, string>> = {
  owner: 'Owners see everything, import, and manage keys and users.',
  editor: 'Editors see reports, import, and undo imports.',
  viewer: 'Viewers see reports and change nothing.',
}
