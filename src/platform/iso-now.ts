/** The time now, as records and audit entries have it (ISO, UTC). */
export const isoNow = ({ now }: { now(): number }): string => new Date(now()).toISOString();
