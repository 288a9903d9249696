import { z } from 'zod';
import { type TopicSettings, topicDefaults } from './bus/port.ts';
import { ConfigError } from './errors.ts';

/** Settings by name, read once at start. An empty value counts as not set. */
export type Environment = Record<string, string | undefined>;

const oneLine = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(200)
  .regex(/^[^\r\n]+$/, 'must be one line');

/** Option for rules about several settings. Without it, zod skips the rule if any setting is invalid. */
export const evenIfOthersAreWrong = { when: () => true };

/** Names reserved for examples and tests (https://www.rfc-editor.org/rfc/rfc2606). */
const exampleName = /[@.](example(\.(com|net|org))?|test|invalid|localhost)$/i;

export const kafkaSettings = z.object({
  KAFKA_BROKERS: z
    .string()
    .optional()
    .transform((text) => (text === undefined ? undefined : splitList(text).filter(Boolean))),
  KAFKA_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(topicDefaults.partitions),
  KAFKA_COPIES: z.coerce.number().int().min(1).max(10).optional(),
  // The inbox stores the ids of handled events for 30 days.
  KAFKA_RETENTION_DAYS: z.coerce.number().int().min(1).max(29).default(topicDefaults.retentionDays),
});

/** Settings that all services share. */
export const baseSettings = z
  .object({
    MODE: z.enum(['sandbox', 'production']).default('sandbox'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
    HOST: z.string().default('127.0.0.1'),
    /** The commit from which the image was built. The Dockerfile sets it. */
    GIT_COMMIT: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/, 'must be the hash of a commit')
      .optional(),
    PRODUCT_NAME: z.string().max(60).default('XRP Bridge'),
    /** Payee on the card statement (https://docs.stripe.com/get-started/account/statement-descriptors). */
    STATEMENT_NAME: z
      .string()
      .regex(/^[A-Z0-9 .&/-]{5,22}$/, 'must be 5 to 22 capitals, digits, spaces and . & / -')
      .regex(/[A-Z]/, 'must have a letter')
      .optional(),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
    SUPPORT_EMAIL: z.email().default('support@xrp-bridge.example'),
    /** Legal name of the company that runs the site, shown on /about, /privacy and /terms. */
    LEGAL_NAME: oneLine.optional(),
    /**
     * Postal address of the company.
     * It is also at the end of every newsletter, as the laws of many countries require.
     */
    POSTAL_ADDRESS: oneLine.optional(),
    /** Governing law of the terms of service, for example "the State of Ohio, USA". */
    JURISDICTION: oneLine.optional(),
    ...kafkaSettings.shape,
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
    /** Maximum number of connections in each service's pool. */
    DATABASE_CONNECTIONS: z.coerce.number().int().min(4).max(1_000).default(10),
    /**
     * During a replacement, two tokens separated by a comma.
     * The first token is sent; both tokens are accepted.
     */
    INTERNAL_TOKEN: z.string().refine(
      (text) => {
        const tokens = splitList(text);
        return tokens.length <= 2 && tokens.every((token) => token.length >= 16);
      },
      { error: 'must be at least 16 characters, or two such with a comma between' },
    ),
  })
  .superRefine((settings, context) => {
    // This rule also runs when settings are missing.
    const { MODE, PUBLIC_URL = '', SUPPORT_EMAIL = '', INTERNAL_TOKEN = '' } = settings;
    if (MODE !== 'production') return;
    const refuse = (name: keyof typeof settings, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (!PUBLIC_URL.startsWith('https:')) refuse('PUBLIC_URL', 'must be an https:// address in production');
    if (exampleName.test(SUPPORT_EMAIL)) refuse('SUPPORT_EMAIL', 'is an example, where customers write to nobody');
    // Customers accept the terms of this company, so production requires its real data.
    for (const name of ['LEGAL_NAME', 'POSTAL_ADDRESS', 'JURISDICTION'] as const) {
      if (!settings[name]) refuse(name, 'is missing');
    }
    if (splitList(INTERNAL_TOKEN).some((token) => token.startsWith('local-only'))) {
      refuse('INTERNAL_TOKEN', 'is the one of docker-compose.yml, which everybody can read');
    }
  }, evenIfOthersAreWrong);

export type BaseSettings = z.infer<typeof baseSettings>;

/** Returns the settings of the topics in Kafka. */
export function topicSettingsOf(settings: z.infer<typeof kafkaSettings>): TopicSettings {
  return {
    partitions: settings.KAFKA_PARTITIONS,
    copies: settings.KAFKA_COPIES,
    retentionDays: settings.KAFKA_RETENTION_DAYS,
  };
}

/** Returns the tokens for calls between services. The first token is sent; all tokens are accepted. */
export function internalTokensOf({ INTERNAL_TOKEN }: Pick<BaseSettings, 'INTERNAL_TOKEN'>): [string, ...string[]] {
  return splitList(INTERNAL_TOKEN) as [string, ...string[]];
}

function splitList(text: string): string[] {
  return text.split(',').map((token) => token.trim());
}

/** Returns the payee on the card statement, by default derived from the product's name. */
export function statementNameOf({ STATEMENT_NAME, PRODUCT_NAME }: BaseSettings): string {
  const capitals = PRODUCT_NAME.toUpperCase().replace(/[^A-Z0-9 .&/-]/g, '');
  return STATEMENT_NAME ?? capitals.slice(0, 22).trim();
}

/**
 * Checks the settings of several schemas at once.
 * @throws ConfigError with the name of every missing or invalid setting, without values
 */
export function readSettings<Schemas extends Record<string, z.ZodObject>>(
  schemas: Schemas,
  environment: Environment,
): { [Part in keyof Schemas]: z.infer<Schemas[Part]> } {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const mistakes = new Map<string, string>();
  const settings: Record<string, unknown> = {};
  for (const [part, schema] of Object.entries(schemas)) {
    const result = schema.safeParse(present);
    if (result.success) settings[part] = result.data;
    else
      for (const issue of result.error.issues) {
        const name = String(issue.path[0] ?? part);
        if (!mistakes.has(name)) mistakes.set(name, present[name] === undefined ? 'is missing' : issue.message);
      }
  }
  if (mistakes.size > 0) {
    const lines = [...mistakes].sort().map(([name, what]) => `  ${name}: ${what}`);
    throw new ConfigError(`These settings need your attention:\n${lines.join('\n')}`);
  }
  return settings as { [Part in keyof Schemas]: z.infer<Schemas[Part]> };
}
