/** What couldn't be read in a listing; the rest is there. */
export interface Unread {
  /** Method and path as service-api.md writes them. */
  endpoint: string;
  /** Records that were left out, or that lack a field which couldn't be read. */
  records: number;
  /** The names of these fields; for a record that was left out, the ones that it needs. */
  fields: string[];
}
