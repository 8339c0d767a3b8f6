/** The columns of a spreadsheet of posts. Those for reading are in exports only. An import doesn't create what they say, but knows by them which posts exist. */

export const columns = {
  brand: 'Brand',
  caption: 'Caption',
  media: 'Media',
  profiles: 'Social profiles',
  time: 'Time',
} as const;

export const readingColumns = {
  status: 'Status',
  card: 'Card',
  post: 'Post ID',
  /** `no`: the caption in this row is only the beginning. An import refuses it, so that nobody publishes half a caption. */
  whole: 'Complete caption',
} as const;

/** In the column `whole`. */
export const isCut = 'no';
