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

/** The services that the BFF composes, each behind its typed client. */
export type Services = Record<ServiceName, ServiceClient>;

export type TransferRecord = ReplyOf<typeof transferApi.read>;

export function createClients(settings: BffSettings, connect: EdgeContext['connect']): Services {
  return byService((service) => connect(service, settings[urlSettingOf(service)]));
}

/**
 * Asks services so that one that is away takes nothing from the others. Who could not answer a question is away for all
 * of it; what is wrong with the question itself is thrown.
 */
export function createSurvey(services: Services) {
  const away = new Set<ServiceName>();

  /** @returns null where it could not answer. @throws ProblemError where it refuses what it is asked */
  async function ask<Answer>(
    name: ServiceName,
    question: (client: ServiceClient) => Promise<Answer>,
  ): Promise<Answer | null> {
    try {
      return await question(services[name]);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status < 500) throw error;
      away.add(name);
      return null;
    }
  }

  return {
    ask,
    /** Asks every service the same, side by side. @returns what came. @throws ProblemError like `ask` */
    async askAll<Answer>(question: (client: ServiceClient) => Promise<Answer>) {
      const answers = await Promise.all(serviceNames.map((name) => ask(name, question)));
      return answers.flatMap((answer) => (answer === null ? [] : [answer]));
    },
    /** Who could not answer, so far. */
    away: (): ServiceName[] => serviceNames.filter((name) => away.has(name)),
  };
}

/**
 * Takes an id as a browser sent it.
 * @throws ProblemError transfer_not_found: a malformed id is an unknown one.
 */
export function asTransferId(text: string): string {
  if (!transferIdSchema.safeParse(text).success) throw new ProblemError('transfer_not_found');
  return text;
}

/**
 * Takes the id of an order, a transfer's or its own, as a browser sent it.
 * @throws ProblemError order_not_found: a malformed id is an unknown one.
 */
export function asOrderId(text: string): string {
  if (!transferIdSchema.safeParse(text).success) throw new ProblemError('order_not_found');
  return text;
}

/** Reads a transfer. @throws ProblemError transfer_not_found, service_unavailable */
export async function readTransfer(services: Services, id: string): Promise<TransferRecord> {
  return services.transfer.call(transferApi.read, { params: { id: asTransferId(id) } });
}

/** What its caller may see of a transfer. */
export function toTransfer(record: TransferRecord, mine: boolean): Transfer {
  return { ...record, mine, ...(mine ? {} : hiddenFromOthers) };
}

export function isUnpaid(status: TransferStatus): boolean {
  return status === 'pending' || status === 'expired';
}

export function isClosed(status: TransferStatus): boolean {
  return status === 'completed' || status === 'refunded' || status === 'expired';
}
