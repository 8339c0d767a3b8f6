/** An analytics export under way, as its message shows it. */
export interface ExportState {
  /** The brand's name. */
  brand: string;
  /** The Slack user who asked. */
  by: string;
  /** Where they asked. */
  channel: string;
  stage: ExportStage;
}

export type ExportStage =
  | { is: 'reading' }
  /** The service has not answered; it is asked again. */
  | { is: 'waiting' }
  /** The files are right below the message. */
  | {
      is: 'here';
      rows: number;
      /** The days it is about, as people write them: `22 Oct – 20 Nov 2026`. */
      period?: string | undefined;
      /** What its main columns come to. */
      figures?: Figure[] | undefined;
      /** Why there is no picture beside the table. */
      withoutPicture?: NoPicture | undefined;
    }
  /** The bot may not share in the channel, so the person got the files directly. */
  | { is: 'sent aside' }
  /** They were handed to Slack, which did not say whether it shared them. */
  | { is: 'unknown' }
  /** The service has nothing, not even the names of columns. */
  | { is: 'empty' }
  | { is: 'failed'; reason: string };

/** A column of numbers over the whole period, in one number. */
export interface Figure {
  /** Of the column, as people read it. */
  name: string;
  percent: boolean;
  how: 'total' | 'at the end' | 'average';
  value: number;
  /** From the beginning of the period to its end; of what stands at a day. */
  change?: number;
}

export type NoPicture = 'no rows' | 'no dates' | 'one date' | 'no numbers' | 'not drawn';

/** The message of an export. */
export interface ExportMessage {
  channel: string;
  ts: string;
  /** It is in a direct message, because the bot may not post where it was asked for. */
  aside: boolean;
}

/** The messages that say how an export goes, redrawn in place. They throw what Slack said. */
export interface ExportMessages {
  /** In the channel of the state; as a direct message where that is not possible, or when it is asked for. */
  open(state: ExportState, where?: 'aside'): Promise<ExportMessage>;
  show(message: ExportMessage, state: ExportState): Promise<void>;
}
