import { AsyncLocalStorage } from 'node:async_hooks';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type { Bus, Deliver, Subscription } from '@xrp-bridge/runtime/bus/index';
import { leaveOutMalformed } from '@xrp-bridge/runtime/bus/malformed';
import type { Logger } from '@xrp-bridge/runtime/logger';
import { currentLife, type Life, type Part, parts, type Scheduler } from './scheduler.ts';

/** Probabilities and delays of the bus. */
const repeatChance = 0.03;
/** Share of the events whose handler fails while a service has a simulated bug. */
const brokenShare = 0.3;
const slowChance = 0.05;
const latencyMs = { least: 1, most: 60 } as const;
const slowMs = { least: 1_000, most: 120_000 } as const;
const repeatMs = { least: 10, most: 600_000 } as const;
const retryMs = { least: 50, most: 5_000 } as const;
/** Time after which the events of a crashed instance are given to another. */
const rebalanceMs = { least: 5_000, most: 30_000 } as const;

/** A subscriber of a group: one instance of a service. */
interface Member {
  deliver: (event: CloudEvent, isBroken: boolean) => Promise<void>;
  life: Life | undefined;
}

/** A consumer group: its subscribers, and for each subject the events that they have not handled. */
interface Group {
  topics: readonly string[];
  types: readonly string[] | undefined;
  members: Member[];
  waiting: Map<string, CloudEvent[]>;
  /** The subjects whose events are being delivered, with the life of the member that handles one. */
  running: Map<string, Life | undefined>;
}

export interface SimulatedBus {
  /** Opens the bus of one process. */
  open(log: Logger): Bus;
  /** Lists the events that each group must have handled by now. */
  listDue(): { group: string; events: readonly CloudEvent[] }[];
  /** Counts the events that a group has not handled. */
  countUnhandled(): number;
  /** Lets handlers of one group fail for a time, as a release with a bug does. */
  breakHandlers(forMs: number): void;
  /** Ends the subscriptions of a crashed process. Its unfinished events are delivered again. */
  drop(life: Life): void;
}

/**
 * Creates a bus that delivers at least once and in order per subject, as the port promises.
 * Events are late, are repeated, and overtake those of other subjects.
 */
export function createBus(scheduler: Scheduler): SimulatedBus {
  const { random } = scheduler;
  const topics = new Map<string, CloudEvent[]>();
  const groups = new Map<string, Group>();
  const broadcasts = new Set<{
    topics: readonly string[];
    types: readonly string[] | undefined;
    deliver: Deliver;
    life: Life | undefined;
  }>();
  let broken = { name: '', untilUs: 0 };
  // The bus is not a part of a service's process, so its steps survive the process.
  const outside = AsyncLocalStorage.snapshot();

  const isWanted = (types: readonly string[] | undefined, { type }: CloudEvent) => !types || types.includes(type);
  const between = ({ least, most }: { least: number; most: number }) => random.between(least, most);
  const latency = () => between(random.chance(slowChance) ? slowMs : latencyMs);

  function publish(topic: string, events: readonly CloudEvent[]): void {
    const stored = topics.get(topic) ?? [];
    topics.set(topic, stored);
    for (const event of events) {
      const copy = structuredClone(event);
      stored.push(copy);
      for (const [name, group] of groups) if (group.topics.includes(topic)) put(name, group, copy);
      for (const { topics: of, types, deliver } of broadcasts) {
        if (!of.includes(topic) || !isWanted(types, copy)) continue;
        scheduler.schedule(`broadcast of ${copy.type}`, latency(), () => void deliver(structuredClone(copy)));
      }
    }
  }

  function put(name: string, group: Group, event: CloudEvent): void {
    if (!isWanted(group.types, event)) return;
    const key = `${event.source} ${event.subject}`;
    group.waiting.set(key, [...(group.waiting.get(key) ?? []), event]);
    void handle(name, group, key);
  }

  /** Delivers the events of one subject, one after the other, each to any member of the group. */
  async function handle(name: string, group: Group, key: string): Promise<void> {
    if (group.running.has(key)) return;
    group.running.set(key, undefined);
    for (let [event] = group.waiting.get(key) ?? []; event; [event] = group.waiting.get(key) ?? []) {
      const delivered = event;
      await scheduler.operate(`${event.type} to ${name}`, latency(), () => undefined);
      if (group.members.length === 0) break;
      const { deliver, life } = random.pick(group.members);
      group.running.set(key, life);
      const hasBug = name === broken.name && scheduler.nowUs() < broken.untilUs && random.chance(brokenShare);
      const isHandled = await attempt((copy) => deliver(copy, hasBug), delivered);
      group.running.set(key, undefined);
      if (!isHandled) {
        await scheduler.operate(`${event.type} to ${name} fails`, between(retryMs), () => undefined);
        continue;
      }
      const rest = group.waiting.get(key)?.slice(1) ?? [];
      if (rest.length > 0) group.waiting.set(key, rest);
      else group.waiting.delete(key);
      if (random.chance(repeatChance)) repeat(name, group, delivered);
    }
    group.running.delete(key);
  }

  function repeat(name: string, group: Group, event: CloudEvent): void {
    scheduler.schedule(`${event.type} to ${name} again`, between(repeatMs), () => {
      if (group.members.length === 0) return;
      const { deliver } = random.pick(group.members);
      void attempt((copy) => deliver(copy, false), event);
    });
  }

  async function attempt(deliver: Deliver, event: CloudEvent): Promise<boolean> {
    try {
      await deliver(structuredClone(event));
      return true;
    } catch {
      return false;
    }
  }

  function open(log: Logger): Bus {
    const opened: Subscription[] = [];
    return {
      async publish(topic, events) {
        await scheduler.operate(`${events.length} events to the bus`, between(latencyMs), () =>
          outside(publish, topic, events),
        );
        return [];
      },
      async subscribe({ group: name, topics: of, types, deliver }) {
        // Handlers run in the subscriber's context, not in the publisher's.
        const inContext = AsyncLocalStorage.snapshot();
        const deliverInContext = (event: CloudEvent, isBroken: boolean) =>
          inContext(() => parts.run({ ...(parts.getStore() as Part), isBroken }, deliver, event));
        const group: Group = groups.get(name) ?? {
          topics: of,
          types,
          members: [],
          waiting: new Map(),
          running: new Map(),
        };
        const member: Member = { deliver: deliverInContext, life: currentLife() };
        Object.assign(group, { topics: of, types, members: [...group.members, member] });
        if (!groups.has(name)) {
          groups.set(name, group);
          for (const topic of of) for (const event of topics.get(topic) ?? []) outside(put, name, group, event);
        } else for (const key of group.waiting.keys()) outside(() => void handle(name, group, key));
        const subscription: Subscription = {
          async stop() {
            group.members = group.members.filter((one) => one !== member);
          },
          isHealthy: () => true,
        };
        opened.push(subscription);
        return subscription;
      },
      async broadcast(watch) {
        const inContext = AsyncLocalStorage.snapshot();
        const deliver = leaveOutMalformed((event) => inContext(watch.deliver, event), log);
        const broadcast = { topics: watch.topics, types: watch.types, deliver, life: currentLife() };
        broadcasts.add(broadcast);
        return { stop: async () => void broadcasts.delete(broadcast), isHealthy: () => true };
      },
      async fetchLag({ group: name, topics: of }) {
        const waiting = [...(groups.get(name)?.waiting.values() ?? [])].flat();
        return of.map((topic) => ({ topic, events: waiting.filter(({ source }) => source === topic).length }));
      },
      async stop() {
        await Promise.all(opened.map((subscription) => subscription.stop()));
      },
    };
  }

  return {
    open,
    listDue: () =>
      [...groups].map(([name, { topics: of, types }]) => ({
        group: name,
        events: of.flatMap((topic) => topics.get(topic) ?? []).filter((event) => isWanted(types, event)),
      })),
    breakHandlers(forMs) {
      broken = { name: random.pick([...groups.keys()]), untilUs: scheduler.nowUs() + forMs * 1_000 };
    },
    drop(life) {
      for (const [name, group] of groups) {
        group.members = group.members.filter((member) => member.life !== life);
        for (const [key, running] of group.running) {
          if (running !== life) continue;
          group.running.delete(key);
          outside(() =>
            scheduler.schedule(`${name} reads again`, between(rebalanceMs), () => void handle(name, group, key)),
          );
        }
      }
      for (const broadcast of broadcasts) if (broadcast.life === life) broadcasts.delete(broadcast);
    },
    countUnhandled: () =>
      [...groups.values()].reduce((sum, { waiting }) => sum + [...waiting.values()].flat().length, 0),
  };
}
