/**
 * True for a channel, by its id, and false for a direct message. Slack's mention of a channel works for
 * channels only.
 */
export const isChannel = (channelOrUser: string): boolean => /^[CG]/.test(channelOrUser);
