const prefix = 'xrp-bridge:';

/** Keys that the specifications name (spec 1 §3, spec 2 §3): they are stored as they are named. */
const namedKeys =
  /^(?:exchange_return_step|current_exchange|return_timestamp|voiceOn|wallet_setup_started|[a-z]+_wallet_address)$/;

/** The name under which the browser stores `key`: ours begin with a prefix, because other pages may share the storage. */
export const storageName = (key: string) => (namedKeys.test(key) ? key : prefix + key);

/** The key of a name in the browser's storage; null where the name is not ours. */
export function storedKey(name: string): string | null {
  if (namedKeys.test(name)) return name;
  return name.startsWith(prefix) ? name.slice(prefix.length) : null;
}

/** What this browser keeps under one name; or, of a value that each transfer has its own of, under its name and the transfer's id. */
export interface Stored<T> {
  readonly key: string;
  /** What is kept, or the fallback: also when storage is switched off, and when what it holds is not such a value. */
  get(transferId?: string): T;
  /** Keeps a value where that is possible; the page works without, it only forgets. */
  set(value: T, transferId?: string): void;
  forget(transferId?: string): void;
  /** Tells what is kept now whenever another tab, or starting over, changes it. @returns what ends that */
  hear(listener: (value: T) => void): () => void;
}

/** Every value that the application keeps, for the test that breaks them all. */
export const everyStored: Stored<unknown>[] = [];

/**
 * Defines a value that this browser keeps, once for all who use it. An extension, an older version of this page or a
 * curious person may have written there, so `parse` takes anything, and answers undefined for what is no such value:
 * that is forgotten. It is kept on the device until it is removed, or in `area`.
 */
export function defineStored<T>(
  key: string,
  parse: (value: unknown) => T | undefined,
  fallback: T,
  area: () => Storage = onThisDevice,
): Stored<T> {
  const nameOf = (transferId?: string) => storageName(transferId ? `${key}:${transferId}` : key);
  const stored: Stored<T> = {
    key,
    get(transferId) {
      const text = attempt(() => area().getItem(nameOf(transferId)));
      if (typeof text !== 'string') return fallback;
      const value = attempt(() => parse(JSON.parse(text)));
      if (value === undefined) stored.forget(transferId);
      return value ?? fallback;
    },
    set: (value, transferId) => attempt(() => area().setItem(nameOf(transferId), JSON.stringify(value))),
    forget: (transferId) => attempt(() => area().removeItem(nameOf(transferId))),
    hear(listener) {
      const look = ({ key: changed }: StorageEvent) => {
        if (changed === null || changed === nameOf()) listener(stored.get());
      };
      addEventListener('storage', look);
      return () => removeEventListener('storage', look);
    },
  };
  everyStored.push(stored);
  return stored;
}

/** Where a value goes that is kept until it is removed. */
export const onThisDevice = () => localStorage;

/** Where a value goes that is kept until the tab is closed. */
export const inThisTab = () => sessionStorage;

/** A yes or no, of anything. */
export function parseFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** The fields of a record; of anything else, none. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? { ...value } : {};
}

/** What the browser may refuse: storage that is switched off or full throws at every touch. */
export function attempt<T>(touch: () => T): T | undefined {
  try {
    return touch();
  } catch {
    return undefined;
  }
}
