/** A channel, and no direct message: its id tells. What Slack calls a mention of it works for channels only. */
export const isChannel = (place: string): boolean => /^[CG]/.test(place);
