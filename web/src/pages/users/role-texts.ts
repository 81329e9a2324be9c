/** The rights of each role. */
export const roleTexts = {
  owner: 'Owners see everything, import, and manage keys and users.',
  editor: 'Editors see reports, import, and undo imports.',
  finance: 'Finance sees reports and money, imports statements and closes months.',
  viewer: 'Viewers see reports and change nothing.',
}
