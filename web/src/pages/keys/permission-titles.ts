/** The rights that each permission gives a key. */
export const permissionTitles = {
  read: 'Read reports',
  import: 'Import figures',
  manage: 'Manage keys and users',
  finance: 'See what networks owe and paid',
} as Readonly<Record<string, string>>
