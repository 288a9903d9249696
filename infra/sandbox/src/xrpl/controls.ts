import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { check } from '../control.ts';
import { FLAGS, flagOf } from './account.ts';
import { ACCOUNT_ONE, isAddress } from './address.ts';
import { HOT_WALLET, type Ledger } from './ledger.ts';
import type { Servers } from './servers.ts';
import { KINDS, newAccount } from './transactions.ts';

const address = z.string().refine(isAddress, 'This is not a classic address with a right checksum.');
const drops = z
  .union([z.string().regex(/^\d{1,17}$/, 'Drops are whole digits.'), z.int().min(0)])
  .transform((value) => BigInt(value));
const tag = z
  .union([z.int(), z.string().regex(/^\d{1,10}$/)])
  .transform(Number)
  .refine((value) => value >= 0 && value < 2 ** 32, 'A tag is 0 to 4294967295.');

const payment = z.strictObject({
  destination: address,
  tag: tag.nullish(),
  drops,
  kind: z.enum(KINDS).default('payment'),
  /** The sender, by default the sandbox's exchange. An unknown sender is created with enough XRP. */
  from: address.default(HOT_WALLET),
  count: z.int().min(1).max(10_000).default(1),
  /**
   * The result of a failed transaction.
   * By default the ledger's rules determine the result; if they allow the payment, the result is tecPATH_DRY.
   */
  result: z
    .string()
    .regex(/^tec[A-Z_]+$/)
    .optional(),
});

const flags = z
  .union([z.int().min(0), z.array(z.string()), z.record(z.string(), z.boolean())])
  .transform((given, context) => {
    if (typeof given === 'number') return given;
    const names = Array.isArray(given) ? given : Object.keys(given).filter((name) => given[name]);
    let sum = 0;
    for (const name of names) {
      const flag = flagOf(name);
      if (flag === undefined) {
        context.addIssue(`There is no flag ${name}. Flags are ${Object.keys(FLAGS).join(', ')}.`);
        return z.NEVER;
      }
      sum |= flag;
    }
    return sum;
  });

const account = z.strictObject({
  address,
  drops,
  flags: flags.default(0),
  ownerCount: z.int().min(0).default(0),
  regularKey: address.optional(),
  /** Disables the master key and sets a regular key without a known private key. */
  blackHole: z.boolean().default(false),
});

const settings = z.strictObject({
  /**
   * True to stop the automatic close of ledgers.
   * The stop lasts until a request with false, or until a reset.
   */
  held: z.boolean().optional(),
  reserveBase: drops.optional(),
  reserveIncrement: drops.optional(),
  fee: drops.optional(),
});

/** Serves the ledger's control API under /_sandbox/xrpl. */
export function serveControls(app: FastifyInstance, ledger: Ledger, servers: Servers): void {
  app.post('/xrpl/payments', async (request) => {
    const { count, tag: given, ...order } = check(payment, request.body);
    const hashes = Array.from(
      { length: count },
      () => ledger.submit({ ...order, tag: given ?? undefined, result: order.result }).hash,
    );
    return { hash: hashes[0], ledgerIndex: ledger.header.ledgerIndex + 1, hashes };
  });

  app.post('/xrpl/accounts', async (request) => {
    const { address: name, drops: balance, flags: given, blackHole, ...rest } = check(account, request.body);
    const closedFlags = blackHole ? given | FLAGS.disableMasterKey : given;
    const regularKey = rest.regularKey ?? (blackHole ? ACCOUNT_ONE : undefined);
    ledger.accounts.set(name, { ...newAccount(name), ...rest, balance, flags: closedFlags, regularKey });
    return { address: name, drops: balance.toString(), flags: closedFlags };
  });

  app.post('/xrpl/ledgers', async (request) => {
    const { count } = check(z.strictObject({ count: z.int().min(1).max(1_000).default(1) }), request.body);
    for (let closed = 0; closed < count; closed++) ledger.close();
    return { ledgerIndex: ledger.header.ledgerIndex };
  });

  app.put('/xrpl', async (request) => {
    const { held, ...feeSettings } = check(settings, request.body);
    Object.assign(ledger.feeSettings, defined(feeSettings));
    if (held !== undefined) ledger.hold(held);
    return shownStatus(ledger, servers);
  });

  app.get('/xrpl', async () => shownStatus(ledger, servers));
}

function shownStatus({ header, feeSettings: now }: Ledger, servers: Servers) {
  return {
    ledgerIndex: header.ledgerIndex,
    reserveBase: now.reserveBase.toString(),
    reserveIncrement: now.reserveIncrement.toString(),
    fee: now.fee.toString(),
    servers: servers.status(),
  };
}

function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Partial<Value>;
}
