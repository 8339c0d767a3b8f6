/** What a script was asked on its command line. A slip is answered with what is wrong and what is possible, and ends with 2. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Flags and words, as `parseArgs` reads them. Ends the process for a slip; `usage` shows how the script is called. */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && `${cause.code}`.startsWith('ERR_PARSE_ARGS')))
      throw cause;
    // what Node says behind its first sentence is about values that look like flags
    const [problem = ''] = cause.message.split(/\.\s|\.?$/);
    const [, flag] = /^Option '(\S+)( <value>)?' argument (missing|is ambiguous)/.exec(problem) ?? [];
    refuseArguments(usage, flag ? `${flag} needs a value.` : `${problem}.`);
  }
}

/** Says what is wrong and how the script is called, and ends the process with 2. */
export function refuseArguments(usage: string, problem: string): never {
  process.stderr.write(`${problem}\nUsage: ${usage}\n`);
  process.exit(2);
}

/** The whole number that a flag was given, of 0 or more. Ends the process for anything else. */
export function readCount(usage: string, flag: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) refuseArguments(usage, `${flag} must be a whole number.`);
  return Number(text);
}
