/** The log: JSON lines with the cause of every failure, and nothing secret. */
import { type Logger, pino, stdSerializers } from 'pino';

/**
 * `secrets`: those of the settings. Nothing logs one on purpose; if a library's error contains one, it's
 * removed.
 */
export function createLog(level: string, secrets: readonly string[] = []): Logger {
  return pino({
    level,
    serializers: { err: withoutArguments },
    hooks: { streamWrite: withoutSecrets(secrets) },
  });
}

/** ioredis attaches the failed command with its arguments to the error: passwords, and whole cards. */
function withoutArguments(cause: Error): object {
  const { command, ...rest } = stdSerializers.err(cause) as { command?: { name?: string } };
  return { ...rest, ...(command?.name && { command: command.name }) };
}

const slackToken = /\bxox[a-z](?:\.xox[a-z])?-[\w-]+|\bxapp-[\w-]+/g;

/**
 * Returns a function that removes these secrets, and whatever looks like a Slack token, from a line of JSON.
 */
export function withoutSecrets(secrets: readonly string[]): (line: string) => string {
  const written = secrets
    // A shorter one isn't a secret, and would take words apart.
    .filter((secret) => secret.length >= 8)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) =>
    written.reduce((said, secret) => said.replaceAll(secret, '•••'), line.replaceAll(slackToken, '•••'));
}
