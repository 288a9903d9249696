import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { notificationApi, resumeToken, stoppedReply } from '../notification.ts';
import { publish } from './publish.ts';

const params = z.object({ token: resumeToken });

/**
 * Mail programs call this route by themselves (RFC 8058).
 * The path contains the token, and the body is ignored.
 */
export const UnsubscribeOneClick = defineRoute({
  method: 'POST',
  path: '/api/newsletters/unsubscribe/{token}',
  summary: 'Ends a newsletter by one-click unsubscribe; idempotent',
  access: 'open',
  params,
  reply: stoppedReply,
  status: 200,
  idempotent: true,
  errors: ['invalid_input', 'link_expired'],
});

export const AskUnsubscribe = defineRoute({
  method: 'GET',
  path: '/api/newsletters/unsubscribe/{token}',
  summary: 'Redirects to the page that confirms unsubscribing: opening a link changes nothing',
  access: 'open',
  params,
  status: 303,
  errors: ['invalid_input'],
});

export const AdminNewsletters = publish(notificationApi.previewNewsletters, {
  path: '/api/admin/newsletters',
  access: 'operator',
});
