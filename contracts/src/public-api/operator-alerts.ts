import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { alertChoices, alertConfirmation, alertWays, operatorAlertsSchema } from '../operator-alerts.ts';
import { optionalReason, reasonBody } from './reason.ts';

const path = '/api/operator/account/alerts';

export const ReadOperatorAlerts = defineRoute({
  method: 'GET',
  path,
  summary: 'Returns the mails and webhook messages that the operator has chosen, and the outcome of the last delivery',
  access: 'operator',
  reply: operatorAlertsSchema,
});

export const ChangeOperatorAlerts = defineRoute({
  method: 'PUT',
  path,
  summary:
    'Sets which mails and webhook messages the operator gets, and where. A new address receives a confirmation mail first',
  access: 'operator',
  auditAction: 'Change alert settings',
  body: alertChoices.extend(optionalReason),
  reply: operatorAlertsSchema,
  idempotent: true,
  errors: ['invalid_input'],
});

export const ConfirmOperatorAlerts = defineRoute({
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Confirms the operator’s e-mail address with the token of the confirmation mail',
  access: 'operator',
  auditAction: 'Confirm an alert address',
  body: alertConfirmation.extend(optionalReason),
  reply: operatorAlertsSchema,
  status: 200,
  errors: ['link_expired'],
});

export const TestOperatorAlerts = defineRoute({
  method: 'POST',
  path: `${path}/test/{way}`,
  summary: 'Sends the operator a test, or a confirmation mail to an unconfirmed address, and returns the outcome',
  access: 'operator',
  auditAction: 'Send a test alert',
  params: z.object({ way: z.enum(alertWays) }),
  body: reasonBody,
  reply: operatorAlertsSchema,
  status: 200,
  errors: ['invalid_input'],
});
