/**
 * The columns of a spreadsheet of posts. Some are only in exports, for people to read. An import doesn't
 * create anything from those, but recognizes existing posts by them.
 */

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
  /**
   * `no`: this row has only the beginning of the caption. An import refuses it, so that nobody publishes half
   * a caption.
   */
  whole: 'Complete caption',
} as const;

/** The value of the column `whole` for a caption that was cut. */
export const isCut = 'no';
