/** Slack's ceilings (Block Kit reference), and the one visible way to cut a text that is too long for its place. */
export const slack = {
  blocksInMessage: 50,
  sectionText: 3_000,
  headerText: 150,
  /** Address of a button or a picture. */
  linkUrl: 3_000,
  optionText: 75,
  options: 100,
  inputText: 3_000,
  /** Of one file input. */
  files: 10,
  /** Options of one group. */
  checkboxes: 10,
  modalTitle: 24,
  confirmText: 300,
  privateMetadata: 3_000,
  imageAlt: 2_000,
  updateText: 4_000,
} as const;

/** At most `max` characters; what was cut shows as an ellipsis, never in the middle of a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  // half of a surrogate pair would be shown as a box
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
