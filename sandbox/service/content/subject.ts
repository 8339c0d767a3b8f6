/** The subject of a prompt: `it`, a noun phrase for use in sentences, and the prompt itself if it's a complete sentence. */
export type Subject = { it: string; sentence: string | undefined };

const longest = 140;
const request =
  /^(?:please\s+)?(?:write|create|draft|make|generate|compose|prepare)\b.{0,60}?\b(?:about|announcing|promoting|introducing|celebrating|for|on)\s+/i;
const verb =
  /^(?:please\s+)?(?:announce|introduce|promote|share|celebrate|highlight|show|launch|explain|describe|present|tease|talk about|tell \w+(?: \w+)? about|remind \w+(?: \w+)? (?:about|of)|invite \w+(?: \w+)? to)\s+/i;
const picture =
  /,?\s+(?:with|and|using|including)\s+(?:a|an|some|two|three|nice)?\s*(?:photos?|pictures?|images?)\b.*$/i;
const finite =
  /^(?:(?:we|i|it|you|they|there|this|today|tomorrow|that)\b|(?:our|the|my|a|an)\b.*\b(?:is|are|was|were|will|has|have|opens?|starts?|arrives?|launches|comes?|returns?|turns?)\b)/i;

/** Strips the instruction ("Announce our …", "Write a post about …"), so the rest can be quoted. */
export function readSubject(prompt: string): Subject {
  const [first = prompt] = prompt.trim().split(/(?<=[.!?])\s|\n/);
  const bare = first
    .replace(request, '')
    .replace(verb, '')
    .replace(picture, '')
    .replace(/[.!?…\s]+$/, '');
  const text = clip(bare === '' ? first : bare);
  const told = text.replace(/^that\s+/i, '');
  if (told !== text || finite.test(text)) return { it: 'this', sentence: `${upperFirst(told)}.` };
  // a capital at the start of the prompt is just sentence case; elsewhere it's part of a name
  return { it: first.startsWith(text) ? lowerFirst(text) : text, sentence: undefined };
}

function clip(text: string): string {
  return text.length <= longest
    ? text
    : text.slice(0, text.lastIndexOf(' ', longest)).replace(/[,;:\s]+$/, '');
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Two capitals in a row are probably an acronym, so they stay. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]* (?![A-Z])|^(?:A|An|The|Our|Your|My)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
