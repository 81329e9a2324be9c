/** What a permission lets a key do. */
export const permissionTitles: Readonly<Record<string, string>> = {
  read: 'Read reports',
  import: 'Import figures',
  manage: 'Manage keys and users',
}
