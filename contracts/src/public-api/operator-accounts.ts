import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { optionalReason, reasonBody } from './reason.ts';

const operatorName = z.string().max(60).trim().min(1, 'Please enter a name.');
const currentPassword = z.string().min(1).max(200);
const newPassword = z.string().min(12, 'The password must have at least 12 characters.').max(200);
const code = z.string().max(40).trim().min(1);
const role = z.enum(['staff', 'owner']);

export const ReadOwnAccount = defineRoute({
  method: 'GET',
  path: '/api/operator/account',
  summary: 'Returns the account of the signed-in operator',
  access: 'operator',
  role: 'invited',
  reply: z.object({
    name: z.string(),
    role,
    mustChangePassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    recoveryCodesLeft: z.int(),
    mayChooseName: z.boolean().meta({
      description: 'Whether the name can still be chosen: the first account chooses it with its second factor',
    }),
  }),
});

export const ChangeOwnPassword = defineRoute({
  method: 'PUT',
  path: '/api/operator/account/password',
  summary: 'Changes the operator’s own password and ends their other sessions',
  access: 'operator',
  role: 'invited',
  auditAction: 'Change password',
  body: z.strictObject({ current: currentPassword, password: newPassword, ...optionalReason }),
  errors: ['wrong_password', 'rate_limited', 'password_is_a_setting'],
});

export const BeginSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/operator/account/second-factor',
  summary: 'Creates a secret for an authenticator app, which is in effect after a code is confirmed',
  access: 'operator',
  role: 'invited',
  auditAction: 'Start two-step sign-in setup',
  body: z.strictObject({ password: currentPassword, ...optionalReason }),
  reply: z.object({
    secret: z.string().meta({ description: 'Base32, for typing if the QR code cannot be scanned' }),
    uri: z.string().meta({ description: 'otpauth://…, for the QR code' }),
  }),
  status: 200,
  errors: ['wrong_password', 'rate_limited'],
});

export const ConfirmSecondFactor = defineRoute({
  method: 'PUT',
  path: '/api/operator/account/second-factor',
  summary: 'Confirms the second factor with a code of the app, and ends the operator’s other sessions',
  access: 'operator',
  role: 'invited',
  auditAction: 'Set up two-step sign-in',
  body: z.strictObject({ code, name: operatorName.optional(), ...optionalReason }),
  reply: z.object({
    recoveryCodes: z.array(z.string()).meta({ description: 'Shown only in this answer; each code works once' }),
  }),
  errors: ['wrong_code', 'rate_limited', 'already_exists'],
});

const accountSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role,
    state: z.enum(['invited', 'active', 'disabled']),
    hasSecondFactor: z.boolean(),
    isFirst: z.boolean().meta({ description: 'Whether this is the account whose password the first start printed' }),
    current: z.boolean(),
    createdAt: z.iso.datetime(),
    signedInAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OperatorAccount' });

export const ListOperatorAccounts = defineRoute({
  method: 'GET',
  path: '/api/operator/accounts',
  summary: 'Lists all operators',
  access: 'operator',
  role: 'owner',
  reply: z.object({ accounts: z.array(accountSchema) }),
});

const invitation = z.object({
  id: z.string(),
  name: z.string(),
  password: z
    .string()
    .meta({ description: 'Shown only in this answer; valid for 7 days, or until another password is chosen' }),
});

export const AddOperatorAccount = defineRoute({
  method: 'POST',
  path: '/api/operator/accounts',
  summary: 'Adds an operator, who signs in with the one-time password',
  access: 'operator',
  role: 'owner',
  auditAction: ({ body }) => `Add an operator (${body.role})`,
  body: z.strictObject({ name: operatorName, role, ...optionalReason }),
  reply: invitation,
  status: 201,
  errors: ['already_exists', 'second_factor_required'],
});

export const ResetOperatorAccount = defineRoute({
  method: 'POST',
  path: '/api/operator/accounts/{id}/reset',
  summary: 'Sets a one-time password for an operator, removes the second factor and ends the sessions',
  access: 'operator',
  role: 'owner',
  auditAction: 'Reset operator sign-in',
  params: z.object({ id: z.string() }),
  body: reasonBody,
  reply: invitation,
  status: 200,
  errors: ['operator_not_found', 'operator_protected'],
});

const switches = { disable: 'Disable an operator', enable: 'Enable an operator' };

export const SwitchOperatorAccount = defineRoute({
  method: 'POST',
  path: '/api/operator/accounts/{id}/{act}',
  summary: 'Disables an operator and ends the sessions, or enables the operator again',
  access: 'operator',
  role: 'owner',
  auditAction: ({ params }) => switches[params.act],
  params: z.object({ id: z.string(), act: z.enum(['disable', 'enable']) }),
  body: reasonBody,
  idempotent: true,
  errors: ['operator_not_found', 'operator_protected'],
});
