/** What of a listing of the service could not be read; the rest is there. */
export interface Unread {
  /** Method and path as service-api.md writes them. */
  endpoint: string;
  /** Records that were left out, or of which a field was. */
  records: number;
  /** The names of these fields; of a record that was left out, those that it had to have. */
  fields: string[];
}
