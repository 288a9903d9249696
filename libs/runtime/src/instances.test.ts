import { describe, expect, it } from 'vitest';
import { createInstances } from './instances.ts';

async function nextOf(instances: ReturnType<typeof createInstances>, count: number): Promise<string[]> {
  const origins: string[] = [];
  for (let index = 0; index < count; index++) origins.push(await instances.next());
  return origins;
}

function withNames(names: Record<string, string[]>) {
  const state = { now: 0, names, lookups: 0 };
  const options = {
    now: () => state.now,
    async resolve(name: string) {
      state.lookups++;
      const addresses = state.names[name];
      if (!addresses) throw new Error(`ENOTFOUND ${name}`);
      return addresses;
    },
  };
  return { state, options };
}

describe('instances of a service', () => {
  it('get calls in turn, from a list of URLs', async () => {
    const instances = createInstances('http://10.0.0.1:3010, http://10.0.0.2:3010');
    expect(await nextOf(instances, 3)).toEqual([
      'http://10.0.0.1:3010',
      'http://10.0.0.2:3010',
      'http://10.0.0.1:3010',
    ]);
  });

  it('get calls in turn, from one name with several addresses', async () => {
    const { options } = withNames({ transfer: ['10.0.0.1', '[fd00::2]'] });
    const instances = createInstances('http://transfer:3010', options);
    expect(await nextOf(instances, 3)).toEqual([
      'http://10.0.0.1:3010',
      'http://[fd00::2]:3010',
      'http://10.0.0.1:3010',
    ]);
  });

  it('resolve localhost to one address', async () => {
    const instances = createInstances('http://localhost:3010');
    expect(new Set(await nextOf(instances, 3)).size).toBe(1);
  });

  it('get no calls for ten seconds after a failure', async () => {
    const { state, options } = withNames({});
    const instances = createInstances('http://10.0.0.1:1,http://10.0.0.2:1', options);
    instances.eject('http://10.0.0.1:1');
    expect(new Set(await nextOf(instances, 4))).toEqual(new Set(['http://10.0.0.2:1']));
    state.now = 10_000;
    expect(new Set(await nextOf(instances, 2)).size).toBe(2);
  });

  it('get calls again in the order of their failures when all have failed', async () => {
    const { state, options } = withNames({});
    const instances = createInstances('http://10.0.0.1:1,http://10.0.0.2:1', options);
    instances.eject('http://10.0.0.2:1');
    state.now = 1_000;
    instances.eject('http://10.0.0.1:1');
    expect(await nextOf(instances, 2)).toEqual(['http://10.0.0.2:1', 'http://10.0.0.2:1']);
    state.now = 2_000;
    instances.eject('http://10.0.0.2:1');
    expect(await instances.next()).toBe('http://10.0.0.1:1');
  });

  it('get calls in turn again after a response', async () => {
    const instances = createInstances('http://10.0.0.1:1,http://10.0.0.2:1');
    instances.eject('http://10.0.0.1:1');
    instances.restore('http://10.0.0.1:1');
    expect(new Set(await nextOf(instances, 2)).size).toBe(2);
  });

  it('are found again every five seconds, without a wait', async () => {
    const { state, options } = withNames({ transfer: ['10.0.0.1'] });
    const instances = createInstances('http://transfer:1', options);
    await instances.next();
    state.names = { transfer: ['10.0.0.2'] };
    expect(await instances.next()).toBe('http://10.0.0.1:1');
    state.now = 5_001;
    expect(await instances.next()).toBe('http://10.0.0.1:1');
    await expect.poll(() => instances.next()).toBe('http://10.0.0.2:1');
    expect(state.lookups).toBe(2);
  });

  it('stay in use while the name server does not respond', async () => {
    const { state, options } = withNames({ transfer: ['10.0.0.1'] });
    const instances = createInstances('http://transfer:1', options);
    await instances.next();
    state.names = {};
    state.now = 5_001;
    await nextOf(instances, 3);
    expect(await instances.next()).toBe('http://10.0.0.1:1');
  });

  it('with a name stay in use beside instances with an IP address while the name server does not respond', async () => {
    const { state, options } = withNames({ transfer: ['10.0.0.2'] });
    const instances = createInstances('http://10.0.0.1:1,http://transfer:1', options);
    await instances.next();
    state.names = {};
    state.now = 5_001;
    await instances.next();
    await expect.poll(() => state.lookups).toBe(2);
    expect(await instances.list()).toEqual(['http://10.0.0.1:1', 'http://10.0.0.2:1']);
  });

  it('are called by name if the name cannot be resolved, so that the error names it', async () => {
    const { options } = withNames({});
    expect(await createInstances('http://transfer:1', options).next()).toBe('http://transfer:1');
  });

  it('are not resolved for https, whose certificate contains the name', async () => {
    const { state, options } = withNames({});
    expect(await createInstances('https://transfer.example', options).next()).toBe('https://transfer.example');
    expect(state.lookups).toBe(0);
  });
});
