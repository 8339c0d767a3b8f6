/** The log: JSON lines with the cause of every failure, and nothing secret. */
import { type Logger, pino, stdSerializers } from 'pino';

export function createLog(level: string): Logger {
  return pino({ level, serializers: { err: withoutArguments } });
}

/** ioredis hangs the failed command with its arguments on the error: passwords, and whole cards. */
function withoutArguments(cause: Error): object {
  const { command, ...rest } = stdSerializers.err(cause) as { command?: { name?: string } };
  return { ...rest, ...(command?.name && { command: command.name }) };
}
