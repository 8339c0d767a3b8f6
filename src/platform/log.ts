/** The log: JSON lines with the cause of every failure, and nothing secret. */
import { type Logger, pino, stdSerializers } from 'pino';

/** `secrets`: of the settings. No part logs one; where a library's error holds one all the same, it is taken out. */
export function createLog(level: string, secrets: readonly string[] = []): Logger {
  return pino({
    level,
    serializers: { err: withoutArguments },
    hooks: { streamWrite: withoutSecrets(secrets) },
  });
}

/** ioredis hangs the failed command with its arguments on the error: passwords, and whole cards. */
function withoutArguments(cause: Error): object {
  const { command, ...rest } = stdSerializers.err(cause) as { command?: { name?: string } };
  return { ...rest, ...(command?.name && { command: command.name }) };
}

const slackToken = /\bxox[a-z](?:\.xox[a-z])?-[\w-]+|\bxapp-[\w-]+/g;

/** Answers a function that takes these secrets, and whatever looks like a token of Slack, out of a line of JSON. */
export function withoutSecrets(secrets: readonly string[]): (line: string) => string {
  const written = secrets
    // a shorter one would take words apart, and is none
    .filter((secret) => secret.length >= 8)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) =>
    written.reduce((said, secret) => said.replaceAll(secret, '•••'), line.replaceAll(slackToken, '•••'));
}
