import { verify } from '@node-rs/argon2';
import { alertApi } from '@xrp-bridge/contracts/operator-alerts';
import {
  AddOperatorAccount,
  BeginSecondFactor,
  ChangeOwnPassword,
  ConfirmSecondFactor,
  ListOperatorAccounts,
  ReadOwnAccount,
  ResetOperatorAccount,
  SwitchOperatorAccount,
} from '@xrp-bridge/contracts/public-api';
import { type FastifyRequest, handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';
import { isEasyPassword } from '../access/easy-password.ts';
import {
  type Account,
  deleteOtherSessions,
  findAccountByName,
  getAccount,
  insertAccount,
  isSetUp,
  isUnnamed,
  listAccounts,
  resetAccount,
  setAccountDisabled,
  setOwnPassword,
} from '../access/operator-account.ts';
import { type Operator, proveOwn } from '../access/operator-session.ts';
import { createTotpSecret, replaceRecoveryCodes, stepOfCode, totpUri } from '../access/second-factor.ts';
import type { Context } from '../context.ts';

export function operatorAccountRoutes(context: Context): RouteHandler[] {
  const { db, clock, settings, services, log } = context;

  const operatorOf = (request: FastifyRequest) => request.operator as Operator;
  const ownAccount = (request: FastifyRequest) => getAccount(db, operatorOf(request).accountId);
  const provePassword = (account: Account, password: string) =>
    proveOwn(context, account, 'wrong_password', () => verify(account.password_hash, password));

  /**
   * Returns the account of another operator.
   * @throws ProblemError operator_not_found; operator_protected for the caller's or the first account
   */
  async function getOthersAccount(request: FastifyRequest, id: string): Promise<Account> {
    const account = await getAccount(db, id);
    if (account.is_first || account.id === operatorOf(request).accountId) throw new ProblemError('operator_protected');
    return account;
  }

  /**
   * Ends an operator's alerts.
   * Logs a failure, because the account must be disabled even if notification is unavailable.
   */
  async function deleteAlerts(operatorId: string): Promise<void> {
    try {
      await services.notification.call(alertApi.delete, { params: { operatorId } });
    } catch (error) {
      log.warn({ err: error, operatorId }, 'the alerts of a disabled operator were not deleted');
    }
  }

  return [
    handle(ReadOwnAccount, async ({ request }) => {
      const account = await ownAccount(request);
      const { count } = await db
        .selectFrom('recovery_code')
        .select((row) => row.fn.countAll<string>().as('count'))
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow();
      return {
        name: operatorOf(request).name,
        role: account.role,
        mustChangePassword: account.one_time_until !== null,
        hasSecondFactor: account.totp_secret !== null,
        recoveryCodesLeft: Number(count),
        mayChooseName: isUnnamed(account),
      };
    }),

    handle(ChangeOwnPassword, async ({ body, request }) => {
      const account = await ownAccount(request);
      // At the next start, OPERATOR_PASSWORD would replace the new password.
      if (account.is_first && settings.OPERATOR_PASSWORD) throw new ProblemError('password_is_a_setting');
      await provePassword(account, body.current);
      const names = [settings.PRODUCT_NAME, settings.PUBLIC_URL, operatorOf(request).name];
      if (isEasyPassword(body.password, names)) throw easyPassword();
      await setOwnPassword(db, account.id, body.password, operatorOf(request).sessionId);
      return undefined;
    }),

    handle(BeginSecondFactor, async ({ body, request }) => {
      const account = await ownAccount(request);
      await provePassword(account, body.password);
      const secret = createTotpSecret();
      await db.updateTable('operator_account').set({ totp_pending: secret }).where('id', '=', account.id).execute();
      const issuer = settings.PRODUCT_NAME;
      return { secret, uri: totpUri(secret, { issuer, label: operatorOf(request).name }) };
    }),

    handle(ConfirmSecondFactor, async ({ body, request }) => {
      const account = await ownAccount(request);
      const { sessionId, name: sessionName } = operatorOf(request);
      const { totp_pending: pending } = account;
      let step: number | null = null;
      await proveOwn(context, account, 'wrong_code', () => {
        step = pending === null ? null : stepOfCode(pending, body.code, clock());
        return step !== null;
      });
      const name = isUnnamed(account) ? (body.name ?? sessionName) : account.name;
      const namesake = await findAccountByName(db, name);
      if (namesake && namesake.id !== account.id) {
        throw new ProblemError('already_exists', 'There’s already an operator with this name');
      }
      return db.transaction().execute(async (tx) => {
        await tx
          .updateTable('operator_account')
          .set({ name, totp_secret: pending, totp_pending: null, totp_step: step })
          .where('id', '=', account.id)
          .execute();
        await deleteOtherSessions(tx, account.id, sessionId);
        await tx.updateTable('operator_session').set({ name }).where('id', '=', sessionId).execute();
        return { recoveryCodes: await replaceRecoveryCodes(tx, account.id) };
      });
    }),

    handle(ListOperatorAccounts, async ({ request }) => {
      const accounts = await listAccounts(db);
      return { accounts: accounts.map((account) => toView(account, operatorOf(request), settings)) };
    }),

    handle(AddOperatorAccount, async ({ body: { name, role }, request }) => {
      // Without a second factor, the owner can sign in under any name, even a new operator's, and the audit trail would
      // be ambiguous.
      if ((await ownAccount(request)).totp_secret === null) throw new ProblemError('second_factor_required');
      return insertAccount(db, { name, role }, clock());
    }),

    handle(ResetOperatorAccount, async ({ params, request }) =>
      resetAccount(db, await getOthersAccount(request, params.id), clock()),
    ),

    handle(SwitchOperatorAccount, async ({ params, request }) => {
      const { id } = await getOthersAccount(request, params.id);
      await setAccountDisabled(db, id, params.act === 'disable' ? clock() : null);
      if (params.act === 'disable') await deleteAlerts(id);
      return undefined;
    }),
  ];
}

function easyPassword(): ProblemError {
  const message = 'That password is easy to guess. Please use other words, without our name or yours.';
  return new ProblemError('invalid_input', message, { errors: [{ field: 'password', code: 'too_easy', message }] });
}

function toView(account: Account, { accountId, name }: Operator, settings: Context['settings']) {
  const current = account.id === accountId;
  const ready = isSetUp(account, settings) ? ('active' as const) : ('invited' as const);
  return {
    id: account.id,
    name: current ? name : account.name,
    role: account.role,
    state: account.disabled_at ? ('disabled' as const) : ready,
    hasSecondFactor: account.totp_secret !== null,
    isFirst: account.is_first,
    current,
    createdAt: account.created_at.toISOString(),
    signedInAt: account.signed_in_at?.toISOString() ?? null,
  };
}
