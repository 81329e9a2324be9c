/** The rights of each role. */
export const roleTexts = {
  owner: 'Owners see everything, import, and manage keys and users.',
  editor: 'Editors see reports, import, and undo imports.',
  viewer: 'Viewers see reports and change nothing.',
}
