/** Settings in files, which is how container platforms pass secrets: `NAME_FILE` names the file of `NAME`. */
import { readFileSync } from 'node:fs';

export interface SettingProblem {
  name: string;
  message: string;
}

/**
 * The environment with the contents of those files, and what's wrong with them, without repeating their
 * contents.
 */
export function withFiles(
  environment: Record<string, string | undefined>,
  names: readonly string[],
): { environment: Record<string, string | undefined>; problems: SettingProblem[] } {
  const whole = { ...environment };
  const problems: SettingProblem[] = [];
  for (const name of names) {
    const pointer = `${name}_FILE`;
    const path = environment[pointer];
    if (!path) continue;
    if (environment[name])
      problems.push({ name, message: `is set, and so is ${pointer}: leave out one of them` });
    else
      try {
        whole[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
        if (whole[name] === '') problems.push({ name, message: `is an empty file (${pointer})` });
      } catch (cause) {
        const { code = 'unknown' } = cause as NodeJS.ErrnoException;
        problems.push({ name, message: `can't be read from its file (${pointer}): ${code}` });
      }
  }
  return { environment: whole, problems };
}
