import { notificationApi } from '@xrp-bridge/contracts/notification';
import {
  GetClientIp,
  GetConfig,
  GetMaintenanceStatus,
  JoinQuantumWaitlist,
  LogTransferSteps,
  PutMaintenanceStatus,
  ReadPushKey,
  SaveContact,
} from '@xrp-bridge/contracts/public-api';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { readTransfer } from '../clients.ts';
import type { Context } from '../context.ts';
import { forward } from '../forward.ts';
import { publicConfig } from '../pages/public-config.ts';

export function siteRoutes(context: Context): RouteHandler[] {
  const { db, settings, services, maintenance, clock } = context;
  const config = publicConfig(settings);

  return [
    handle(GetConfig, async () => config),
    handle(GetClientIp, async ({ request }) => ({ ip: request.ip })),
    handle(GetMaintenanceStatus, async () => ({ maintenanceMode: await maintenance.isOn() })),
    handle(PutMaintenanceStatus, async ({ body }) => {
      await maintenance.set(body.maintenanceMode);
      return { maintenanceMode: body.maintenanceMode };
    }),

    handle(LogTransferSteps, async ({ body }) => {
      // Only the exchange and the wallet are counted. The address and the tag are not read.
      await db
        .insertInto('address_step')
        .values({
          day: clock().toISOString().slice(0, 10),
          from_exchange: body.fromExchange ?? 'other',
          to_wallet: body.toWallet ?? 'other',
          times: 1,
        })
        .onConflict((conflict) =>
          conflict.columns(['day', 'from_exchange', 'to_wallet']).doUpdateSet({ times: sql`address_step.times + 1` }),
        )
        .execute();
      return { ok: true as const };
    }),

    handle(SaveContact, async ({ body }) => {
      const { transferId, email, phone, reason, message } = body;
      await readTransfer(services, transferId);
      await services.notification.call(notificationApi.saveContact, {
        body: { transferId, email, phone: phone || null, reason, message: message || null },
      });
      return { ok: true as const };
    }),

    forward(services.notification, JoinQuantumWaitlist),
    forward(services.notification, ReadPushKey),
  ];
}
