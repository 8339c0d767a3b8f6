/** The supported emoji, by Slack's short name. Unknown names are shown as text. */
const characters: Record<string, string> = {
  '+1': '👍',
  '-1': '👎',
  alarm_clock: '⏰',
  art: '🎨',
  arrow_forward: '▶️',
  arrow_right: '➡️',
  arrows_counterclockwise: '🔄',
  ballot_box_with_check: '☑️',
  bar_chart: '📊',
  bell: '🔔',
  black_circle: '⚫',
  black_square_button: '🔲',
  bookmark: '🔖',
  bulb: '💡',
  bust_in_silhouette: '👤',
  busts_in_silhouette: '👥',
  calendar: '📆',
  camera: '📷',
  chart_with_upwards_trend: '📈',
  clipboard: '📋',
  clock3: '🕒',
  clock9: '🕘',
  construction: '🚧',
  cry: '😢',
  date: '📅',
  double_vertical_bar: '⏸️',
  email: '✉️',
  exclamation: '❗',
  eyes: '👀',
  file_folder: '📁',
  fire: '🔥',
  frame_with_picture: '🖼️',
  gear: '⚙️',
  globe_with_meridians: '🌐',
  grey_question: '❔',
  hammer_and_wrench: '🛠️',
  heart: '❤️',
  heavy_check_mark: '✔️',
  heavy_plus_sign: '➕',
  hourglass: '⌛',
  hourglass_flowing_sand: '⏳',
  inbox_tray: '📥',
  incoming_envelope: '📨',
  information_source: 'ℹ️',
  key: '🔑',
  label: '🏷️',
  large_blue_circle: '🔵',
  large_green_circle: '🟢',
  large_orange_circle: '🟠',
  large_yellow_circle: '🟡',
  link: '🔗',
  lock: '🔒',
  loudspeaker: '📢',
  mag: '🔍',
  mega: '📣',
  memo: '📝',
  moneybag: '💰',
  movie_camera: '🎥',
  newspaper: '📰',
  no_entry: '⛔',
  no_entry_sign: '🚫',
  octagonal_sign: '🛑',
  ok_hand: '👌',
  outbox_tray: '📤',
  package: '📦',
  page_facing_up: '📄',
  paperclip: '📎',
  pencil2: '✏️',
  point_right: '👉',
  pushpin: '📌',
  question: '❓',
  raised_hands: '🙌',
  red_circle: '🔴',
  repeat: '🔁',
  robot_face: '🤖',
  rocket: '🚀',
  rotating_light: '🚨',
  round_pushpin: '📍',
  scroll: '📜',
  shield: '🛡️',
  smile: '😄',
  snowflake: '❄️',
  sparkles: '✨',
  speech_balloon: '💬',
  spiral_calendar_pad: '🗓️',
  star: '⭐',
  stopwatch: '⏱️',
  sunny: '☀️',
  tada: '🎉',
  thinking_face: '🤔',
  timer_clock: '⏲️',
  unlock: '🔓',
  warning: '⚠️',
  wastebasket: '🗑️',
  wave: '👋',
  white_check_mark: '✅',
  white_circle: '⚪',
  wrench: '🔧',
  yellow_heart: '💛',
  x: '❌',
  zap: '⚡',
};

const aliases: Record<string, string> = {
  thumbsup: '+1',
  thumbsdown: '-1',
  pencil: 'memo',
  arrows_clockwise: 'arrows_counterclockwise',
  green_circle: 'large_green_circle',
  yellow_circle: 'large_yellow_circle',
  large_red_circle: 'red_circle',
  orange_circle: 'large_orange_circle',
  blue_circle: 'large_blue_circle',
  spiral_calendar: 'spiral_calendar_pad',
  pause_button: 'double_vertical_bar',
  information: 'information_source',
  stop_sign: 'octagonal_sign',
  tear_off_calendar: 'calendar',
};

const withoutVariant = (text: string) => text.replaceAll('\ufe0f', '');
const names = new Map(
  Object.entries(characters).map(([name, character]) => [withoutVariant(character), name]),
);
const anyCharacter = [...names.keys()].sort((a, b) => b.length - a.length).join('|');
const emojiInText = new RegExp(
  `(?<!\\w):([a-z0-9_+-]+):(?::skin-tone-\\d:)?|(?<!\u200d)(${anyCharacter})(?!\ufe0f?\u200d)\ufe0f?`,
  'gu',
);

export interface Emoji {
  name: string;
  character: string;
}

export function emojiNamed(shortName: string): Emoji | undefined {
  const name = aliases[shortName] ?? shortName;
  const character = characters[name];
  return character ? { name, character } : undefined;
}

/** The emoji for a character, with or without a variation selector. */
export function emojiOf(character: string): Emoji | undefined {
  return emojiNamed(names.get(withoutVariant(character)) ?? '');
}

/** Splits a text into emoji (short names or characters) and other text. */
export function splitEmoji(text: string): (string | Emoji)[] {
  const pieces: (string | Emoji)[] = [];
  let from = 0;
  for (const match of text.matchAll(emojiInText)) {
    const emoji = match[1] ? emojiNamed(match[1]) : emojiOf(match[2] ?? '');
    if (!emoji) continue;
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push(emoji);
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}
