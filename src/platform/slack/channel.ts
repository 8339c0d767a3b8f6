/** True for a channel, by its id, and false for a direct message. Slack's mention of a channel works for channels only. */
export const isChannel = (place: string): boolean => /^[CG]/.test(place);
