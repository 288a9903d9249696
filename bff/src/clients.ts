import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { byService, type ServiceName, serviceNames, urlSettingOf } from '@xrp-bridge/contracts/services';
import {
  hiddenFromOthers,
  type Transfer,
  type TransferStatus,
  transferApi,
  transferIdSchema,
} from '@xrp-bridge/contracts/transfer';
import { type EdgeContext, ProblemError, type ServiceClient } from '@xrp-bridge/runtime';
import type { BffSettings } from './config.ts';

/** The typed clients for the services that the BFF calls. */
export type Services = Record<ServiceName, ServiceClient>;

export type TransferRecord = ReplyOf<typeof transferApi.read>;

export function createClients(settings: BffSettings, connect: EdgeContext['connect']): Services {
  return byService((service) => connect(service, settings[urlSettingOf(service)]));
}

export type Survey = ReturnType<typeof createSurvey>;

/**
 * Creates a survey, which calls several services and continues if one of them is unavailable.
 * A service that failed any call is listed in `away`. A refused request (4xx) is thrown.
 */
export function createSurvey(services: Services) {
  const away = new Set<ServiceName>();

  /**
   * Calls one service.
   * @returns null if the service is unavailable
   * @throws ProblemError if the service refuses the request
   */
  async function call<Answer>(
    name: ServiceName,
    send: (client: ServiceClient) => Promise<Answer>,
  ): Promise<Answer | null> {
    try {
      return await send(services[name]);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status < 500) throw error;
      away.add(name);
      return null;
    }
  }

  return {
    call,
    /** Calls all services in parallel. @returns the responses. @throws ProblemError like `call` */
    async callAll<Answer>(send: (client: ServiceClient) => Promise<Answer>) {
      const answers = await Promise.all(serviceNames.map((name) => call(name, send)));
      return answers.flatMap((answer) => (answer === null ? [] : [answer]));
    },
    /** The services that failed a call so far. */
    away: (): ServiceName[] => serviceNames.filter((name) => away.has(name)),
  };
}

/**
 * Checks a transfer's id that a browser sent.
 * @throws ProblemError transfer_not_found for a malformed id, as for an unknown id
 */
export function asTransferId(text: string): string {
  if (!transferIdSchema.safeParse(text).success) throw new ProblemError('transfer_not_found');
  return text;
}

/**
 * Checks an order's id that a browser sent: a transfer's id or a concierge order's id.
 * @throws ProblemError order_not_found for a malformed id, as for an unknown id
 */
export function asOrderId(text: string): string {
  if (!transferIdSchema.safeParse(text).success) throw new ProblemError('order_not_found');
  return text;
}

/** Returns a transfer. @throws ProblemError transfer_not_found, service_unavailable */
export async function readTransfer(services: Services, id: string): Promise<TransferRecord> {
  return services.transfer.call(transferApi.read, { params: { id: asTransferId(id) } });
}

/** Returns the part of a transfer that the caller may see. */
export function toTransfer(record: TransferRecord, mine: boolean): Transfer {
  return { ...record, mine, ...(mine ? {} : hiddenFromOthers) };
}

export function isUnpaid(status: TransferStatus): boolean {
  return status === 'pending' || status === 'expired';
}

export function isClosed(status: TransferStatus): boolean {
  return status === 'completed' || status === 'refunded' || status === 'expired';
}
