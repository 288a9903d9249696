const prefix = 'xrp-bridge:';

/** Keys that the specifications name (spec 1 §3, spec 2 §3), stored without a prefix. */
const namedKeys =
  /^(?:exchange_return_step|current_exchange|return_timestamp|voiceOn|wallet_setup_started|[a-z]+_wallet_address)$/;

/**
 * Returns the name under which a key is stored.
 * The prefix separates our values from those of other pages in the same storage.
 */
export const storageName = (key: string) => (namedKeys.test(key) ? key : prefix + key);

/** Returns the key of a stored name, or null if the name belongs to another page. */
export function storedKey(name: string): string | null {
  if (namedKeys.test(name)) return name;
  return name.startsWith(prefix) ? name.slice(prefix.length) : null;
}

/** A value in the browser's storage. With a transfer's id, each transfer has its own value. */
export interface Stored<T> {
  readonly key: string;
  /** Returns the value, or the fallback if storage is off or the stored text is invalid. */
  get(transferId?: string): T;
  /** Stores a value; does nothing if storage is off or full. */
  set(value: T, transferId?: string): void;
  forget(transferId?: string): void;
  /**
   * Calls `listener` when another tab or `startOver` changes the value.
   * Returns the unsubscribe function.
   */
  subscribe(listener: (value: T) => void): () => void;
}

/** All values that `defineStored` has defined. A test corrupts each of them. */
export const everyStored: Stored<unknown>[] = [];

/**
 * Defines a value in the browser's storage: localStorage, unless `area` is given.
 * An extension, an older version or a person may have written the text, so `parse` takes any value. If `parse` returns
 * undefined, the value is invalid and is deleted.
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
    subscribe(listener) {
      const onStorage = ({ key: changed }: StorageEvent) => {
        if (changed === null || changed === nameOf()) listener(stored.get());
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
  everyStored.push(stored);
  return stored;
}

/** Returns the storage that lasts until it is cleared. */
export const onThisDevice = () => localStorage;

/** Returns the storage that lasts until the tab is closed. */
export const inThisTab = () => sessionStorage;

/** Returns a boolean, or undefined for any other value. */
export function parseFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Returns the fields of an object; {} for any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? { ...value } : {};
}

/** Returns the result of a call, or undefined if it throws, as storage does when it is off or full. */
export function attempt<T>(touch: () => T): T | undefined {
  try {
    return touch();
  } catch {
    return undefined;
  }
}
