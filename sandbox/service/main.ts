import { z } from 'zod';
import { builtLivePage } from '#sandbox/page.ts';
import { startSandboxService } from '#sandbox/service/index.ts';
import { sandboxKey } from '#sandbox/service/options.ts';
import type { Variants } from '#sandbox/service/variants.ts';

const whole = z.coerce.number().int().min(0);

/** The environment variables of the standalone service. */
const settings = z
  .object({
    PORT: whole.default(4010),
    HOST: z.string().default('127.0.0.1'),
    SOCIAL_API_KEY: z.string().min(1).default(sandboxKey),
    DATABASE: z.string().min(1).default(':memory:'),
    GENERATION_MIN_MS: whole.default(3000),
    GENERATION_MAX_MS: whole.default(8000),
    PUBLISHING_MS: whole.default(0),
    REQUESTS_PER_MINUTE: z.union([z.literal('off'), whole]).default(60),
    SEED: z.enum(['demo', 'one-brand']).default('demo'),
    PUBLIC_URL: z.url().optional(),
    VARIANTS: z
      .string()
      .default('{}')
      .transform((text): Partial<Variants> => JSON.parse(text)),
  })
  .parse(process.env);

const service = await startSandboxService({
  port: settings.PORT,
  host: settings.HOST,
  key: settings.SOCIAL_API_KEY,
  database: settings.DATABASE,
  generation: { minMs: settings.GENERATION_MIN_MS, maxMs: settings.GENERATION_MAX_MS },
  publishingMs: settings.PUBLISHING_MS,
  requestsPerMinute: settings.REQUESTS_PER_MINUTE,
  seed: settings.SEED,
  variants: settings.VARIANTS,
  web: builtLivePage,
  ...(settings.PUBLIC_URL && { publicUrl: settings.PUBLIC_URL }),
});

process.once('SIGTERM', service.stop);
process.once('SIGINT', service.stop);
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);
