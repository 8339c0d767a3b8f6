/** An analytics export under way, as its message shows it. */
export interface ExportState {
  /** The brand's name. */
  brand: string;
  /** The Slack user who requested it. */
  by: string;
  /** The channel in which it was requested. */
  channel: string;
  stage: ExportStage;
}

export type ExportStage =
  | { is: 'reading' }
  /** The service hasn't answered, and is asked again. */
  | { is: 'waiting' }
  /** The files are right below the message. */
  | {
      is: 'here';
      rows: number;
      /** The period, as people write it: `22 Oct – 20 Nov 2026`. */
      period?: string | undefined;
      /** The totals of its main columns. */
      figures?: Figure[] | undefined;
      /** Why there is a table but no chart. */
      withoutPicture?: NoPicture | undefined;
    }
  /** The bot can't share in the channel, so the person got the files directly. */
  | { is: 'sent aside' }
  /** They were sent to Slack, which didn't say whether it shared them. */
  | { is: 'unknown' }
  /** The service has no data, not even column names. */
  | { is: 'empty' }
  | { is: 'failed'; reason: string };

/** A column's numbers over the whole period, as one number. */
export interface Figure {
  /** The column's name, as people read it. */
  name: string;
  percent: boolean;
  how: 'total' | 'at the end' | 'average';
  value: number;
  /** From the beginning of the period to its end, for numbers that are a state at a day. */
  change?: number;
}

export type NoPicture = 'no rows' | 'no dates' | 'one date' | 'no numbers' | 'not drawn';

/** The message of an export. */
export interface ExportMessage {
  channel: string;
  ts: string;
  /** It's a direct message, because the bot can't post where the export was requested. */
  aside: boolean;
}

/** The messages that show the progress of an export, updated in place. They throw Slack's error. */
export interface ExportMessages {
  /** In the state's channel, or as a direct message if that isn't possible, or was requested. */
  open(state: ExportState, where?: 'aside'): Promise<ExportMessage>;
  show(message: ExportMessage, state: ExportState): Promise<void>;
}
