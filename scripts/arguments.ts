/** Parses a script's command line. For a mistake, prints the problem and the usage, and exits with 2. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Flags and positional arguments, parsed with `parseArgs`. Prints `usage` and exits if they're invalid. */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && `${cause.code}`.startsWith('ERR_PARSE_ARGS')))
      throw cause;
    // the rest of Node's message is a hint about values that look like flags
    const [problem = ''] = cause.message.split(/\.\s|\.?$/);
    const [, flag] = /^Option '(\S+)( <value>)?' argument (missing|is ambiguous)/.exec(problem) ?? [];
    refuseArguments(usage, flag ? `${flag} needs a value.` : `${problem}.`);
  }
}

/** Prints the problem and the usage, and exits with 2. */
export function refuseArguments(usage: string, problem: string): never {
  process.stderr.write(`${problem}\nUsage: ${usage}\n`);
  process.exit(2);
}

/** The value of a flag as a non-negative integer. Exits for anything else. */
export function readCount(usage: string, flag: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) refuseArguments(usage, `${flag} must be a whole number.`);
  return Number(text);
}
