import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import { useEffect, useState } from 'react';
import { fieldMessage } from '../../lib/api/client.ts';
import type { Mistake } from '../../ui/error-summary.tsx';

export interface DestinationDraft {
  address: string;
  tag: string;
  amount: string;
}

/** What is to be sent: only what was given, the address in its classic form. */
export interface Destination {
  destinationAddress?: string;
  destinationTag?: string;
  sourceAmount?: string;
}

export type DestinationErrors = Partial<Record<keyof DestinationDraft, string>>;

/** What the fields are called in the page, so that an error summary can lead to them. */
export const fieldIds = { address: 'xrp-address', tag: 'destination-tag', amount: 'xrp-amount' } as const;

type FieldName = keyof DestinationDraft;
const fieldNames = Object.keys(fieldIds) as FieldName[];
/** What the server calls them. */
const serverNames = { address: 'destinationAddress', tag: 'destinationTag', amount: 'sourceAmount' } as const;

/** What must be given. */
interface Wish {
  addressRequired?: boolean;
  amountRequired?: boolean;
}

interface Checked {
  errors: DestinationErrors;
  value: Destination | null;
  /** An address that carried its tag inside was taken apart. */
  unpackedTag: string | null;
  /** The fields that hold a secret. */
  secrets: FieldName[];
  /** The codec could not be fetched: nothing is known of what stands in the fields, not even whether it is a secret. */
  unchecked?: true;
}

/** Null where it cannot be fetched. */
async function loadCodec() {
  try {
    return await import('./codec.ts');
  } catch (error) {
    console.warn('The address check could not be loaded', error);
    return null;
  }
}

const nothing: Checked = { errors: {}, value: {}, unpackedTag: null, secrets: [] };

/**
 * Address, tag and amount while they are typed. A secret is taken out of the field the moment it appears, and is
 * neither kept nor sent. `validate` answers what to send, or null when something is wrong.
 */
export function useDestination(initial: Partial<DestinationDraft> = {}) {
  const [given] = useState<DestinationDraft>({ address: '', tag: '', amount: '', ...initial });
  const [draft, setDraft] = useState(given);
  const [checked, setChecked] = useState<Checked>(nothing);
  /** What was checked: while the next check is on its way, it is not what stands in the fields. */
  const [checkedDraft, setCheckedDraft] = useState<DestinationDraft | null>(null);
  const [secretStopped, setSecretStopped] = useState<FieldName | null>(null);
  const [insisted, setInsisted] = useState(0);
  const [told, setTold] = useState<DestinationErrors>({});
  const [validated, setValidated] = useState<DestinationDraft | null>(null);

  useEffect(() => {
    let current = true;
    const keep = (result: Checked) => {
      setChecked(result);
      if (!result.unchecked) setCheckedDraft(draft);
    };
    if (!draft.address && !draft.tag && !draft.amount) return keep(nothing);
    void check(draft).then((result) => {
      if (!current) return;
      const [secret] = result.secrets;
      if (secret) {
        setSecretStopped(secret);
        setDraft((known) => ({ ...known, ...Object.fromEntries(result.secrets.map((field) => [field, ''])) }));
        setChecked(nothing);
      } else keep(result);
    });
    return () => {
      current = false;
    };
  }, [draft]);

  return {
    draft,
    ...checked,
    /** Whether the fields were checked as they are now: what is not may be half typed, or a secret, and is not to be kept. */
    settled: checkedDraft === draft,
    /** The field that a secret was taken out of, until something else is typed. */
    secretStopped,
    /** How often somebody wanted to go on with something wrong: from then on every error is told. */
    insisted,
    set(field: FieldName, value: string) {
      if (value) setSecretStopped(null);
      setDraft((known) => {
        const next = { ...known, [field]: value };
        return field === 'address' ? { ...next, tag: tagOf(next, given) } : next;
      });
    },
    /** The field is put away: what stood in it goes, and what was wrong with it. */
    clear(field: FieldName) {
      setDraft((known) => ({ ...known, [field]: '' }));
      setTold(({ [field]: _, ...others }) => others);
    },
    async validate(wish: Wish = {}): Promise<Destination | null> {
      const result = await check(draft, wish);
      setChecked(result);
      setValidated(draft);
      setTold(result.errors);
      if (!result.value) setInsisted((times) => times + 1);
      return result.value;
    },
    /** What the server found wrong with what was sent, until it is changed. */
    serverErrors(error: unknown): DestinationErrors {
      return validated === draft ? errorsOf(error) : {};
    },
    /** What was wrong at the last attempt, here or at the server: it stays until the next, so that nothing jumps meanwhile. */
    mistakes(error: unknown): Mistake[] {
      const all = { ...errorsOf(error), ...told };
      return fieldNames.flatMap((name) => (all[name] ? [{ field: fieldIds[name], text: all[name] }] : []));
    },
  };
}

/** A tag belongs to its address: the given one goes and comes with it, and one that was typed anew stays. */
function tagOf({ address, tag }: DestinationDraft, given: DestinationDraft): string {
  if (tag && tag !== given.tag) return tag;
  return address.trim() === given.address ? given.tag : '';
}

function errorsOf(error: unknown): DestinationErrors {
  const found = fieldNames.map((name) => [name, fieldMessage(error, serverNames[name])] as const);
  return Object.fromEntries(found.filter(([, text]) => text));
}

async function check(draft: DestinationDraft, wish: Wish = {}): Promise<Checked> {
  const wished = { address: wish.addressRequired, tag: false, amount: wish.amountRequired };
  const concerned = fieldNames.filter((name) => draft[name].trim() || wished[name]);
  if (concerned.length === 0) return nothing;
  const codec = await loadCodec();
  if (!codec) {
    const errors = Object.fromEntries(concerned.map((name) => [name, notChecked(name)]));
    return { ...nothing, errors, value: null, unchecked: true };
  }
  const { checkDestination, detectSecret, exchangeOfAddress, parseDrops, tagProblem } = codec;
  const secrets = fieldNames.filter((name) => detectSecret(draft[name]) !== null);
  if (secrets.length > 0) return { ...nothing, value: null, secrets };
  const errors: DestinationErrors = {};
  const value: Destination = {};
  let unpackedTag: string | null = null;
  const tagError = draft.tag.trim() ? tagProblem(draft.tag) : null;
  if (tagError) errors.tag = tagError;
  else if (draft.tag.trim()) value.destinationTag = String(Number(draft.tag));
  if (draft.address.trim() || wish.addressRequired) {
    const result = checkDestination(draft.address, draft.tag);
    if (result.ok) {
      value.destinationAddress = result.address;
      if (result.tag !== null) value.destinationTag = result.tag;
      unpackedTag = result.unpacked ? result.tag : null;
      const exchange = exchangeOfAddress(result.address);
      if (exchange) errors.address = belongsToExchange(exchange);
    } else errors[result.field === 'destinationAddress' ? 'address' : 'tag'] = result.text;
  }
  if (draft.amount.trim()) {
    const amount = parseDrops(draft.amount);
    if (!amount.ok) errors.amount = amount.reason;
    else if (amount.drops === 0n) errors.amount = 'Enter an amount above 0.';
    else value.sourceAmount = draft.amount.trim();
  } else if (wish.amountRequired) errors.amount = 'Enter how much XRP you want to move.';
  const fine = Object.keys(errors).length === 0;
  return { errors, value: fine ? value : null, unpackedTag, secrets: [] };
}

/** A browser may not fetch again what it could not fetch once, and after an update its file has another name. */
function notChecked(name: FieldName): string {
  return `We could not check the ${name} just now. Check your connection, then reload the page.`;
}

function belongsToExchange(exchange: ExchangeId): string {
  return `This address belongs to ${exchangeName(exchange)}, not to your own wallet. Open your wallet and copy the address there.`;
}
