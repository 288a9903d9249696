import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import { useEffect, useState } from 'react';
import { fieldMessage } from '../../lib/api/client.ts';
import type { Mistake } from '../../ui/error-summary.tsx';

export interface DestinationDraft {
  address: string;
  tag: string;
  amount: string;
}

/** The values to send. Contains only values that were entered, and the address in its classic form. */
export interface Destination {
  destinationAddress?: string;
  destinationTag?: string;
  sourceAmount?: string;
}

export type DestinationErrors = Partial<Record<keyof DestinationDraft, string>>;

/** The ids of the fields, to which an error summary links. */
export const fieldIds = { address: 'xrp-address', tag: 'destination-tag', amount: 'xrp-amount' } as const;

type FieldName = keyof DestinationDraft;
const fieldNames = Object.keys(fieldIds) as FieldName[];
/** The fields' names on the server. */
const serverNames = { address: 'destinationAddress', tag: 'destinationTag', amount: 'sourceAmount' } as const;

interface Wish {
  addressRequired?: boolean;
  amountRequired?: boolean;
}

interface Checked {
  errors: DestinationErrors;
  value: Destination | null;
  /** The tag that an X-address contained. */
  unpackedTag: string | null;
  /** The fields that contain a secret. */
  secrets: FieldName[];
  /** True if the codec could not be loaded. Then the fields are unchecked, and may even contain a secret. */
  unchecked?: true;
}

/** Loads the codec. Returns null if that fails. */
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
 * Manages address, tag and amount while they are typed.
 * A secret is removed from its field at once, and is neither stored nor sent. `validate` returns the values to send, or
 * null if a value is invalid.
 */
export function useDestination(initial: Partial<DestinationDraft> = {}) {
  const [given] = useState<DestinationDraft>({ address: '', tag: '', amount: '', ...initial });
  const [draft, setDraft] = useState(given);
  const [checked, setChecked] = useState<Checked>(nothing);
  /** The draft of the last finished check. The fields may already differ while the next check runs. */
  const [checkedDraft, setCheckedDraft] = useState<DestinationDraft | null>(null);
  const [secretStopped, setSecretStopped] = useState<FieldName | null>(null);
  const [insisted, setInsisted] = useState(0);
  const [lastErrors, setLastErrors] = useState<DestinationErrors>({});
  const [validated, setValidated] = useState<DestinationDraft | null>(null);

  useEffect(() => {
    let current = true;
    const update = (result: Checked) => {
      setChecked(result);
      if (!result.unchecked) setCheckedDraft(draft);
    };
    if (!draft.address && !draft.tag && !draft.amount) return update(nothing);
    void check(draft).then((result) => {
      if (!current) return;
      const [secret] = result.secrets;
      if (secret) {
        setSecretStopped(secret);
        setDraft((before) => ({ ...before, ...Object.fromEntries(result.secrets.map((field) => [field, ''])) }));
        setChecked(nothing);
      } else update(result);
    });
    return () => {
      current = false;
    };
  }, [draft]);

  return {
    draft,
    ...checked,
    /**
     * True if the last check was about the current input.
     * Unchecked input may be incomplete or a secret, and must not be stored.
     */
    settled: checkedDraft === draft,
    /** The field from which a secret was removed, until other text is typed. */
    secretStopped,
    /** The number of failed attempts to continue. After the first one, every error is shown. */
    insisted,
    set(field: FieldName, value: string) {
      if (value) setSecretStopped(null);
      setDraft((before) => {
        const next = { ...before, [field]: value };
        return field === 'address' ? { ...next, tag: tagOf(next, given) } : next;
      });
    },
    /** Clears a hidden field and its error. */
    clear(field: FieldName) {
      setDraft((before) => ({ ...before, [field]: '' }));
      setLastErrors(({ [field]: _, ...others }) => others);
    },
    async validate(wish: Wish = {}): Promise<Destination | null> {
      const result = await check(draft, wish);
      setChecked(result);
      setValidated(draft);
      setLastErrors(result.errors);
      if (!result.value) setInsisted((times) => times + 1);
      return result.value;
    },
    /** Returns the server's errors about the sent values. Returns no errors once the values have changed. */
    serverErrors(error: unknown): DestinationErrors {
      return validated === draft ? errorsOf(error) : {};
    },
    /**
     * Returns the errors of the last attempt, which were found here or by the server.
     * The errors stay until the next attempt, so that the layout does not jump.
     */
    mistakes(error: unknown): Mistake[] {
      const all = { ...errorsOf(error), ...lastErrors };
      return fieldNames.flatMap((name) => (all[name] ? [{ field: fieldIds[name], text: all[name] }] : []));
    },
  };
}

/** Returns a newly typed tag unchanged. Returns the given tag only for the given address, otherwise ''. */
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
    else if (amount.drops === 0n) errors.amount = 'Enter an amount greater than 0.';
    else value.sourceAmount = draft.amount.trim();
  } else if (wish.amountRequired) errors.amount = 'Enter how much XRP you want to move.';
  const fine = Object.keys(errors).length === 0;
  return { errors, value: fine ? value : null, unpackedTag, secrets: [] };
}

/**
 * Returns the error of a field that could not be checked.
 * The error advises to reload the page, because a browser may not retry a failed import, and after an update the
 * imported file has another name.
 */
function notChecked(name: FieldName): string {
  return `We couldn’t check the ${name} right now. Check your connection, then reload the page.`;
}

function belongsToExchange(exchange: ExchangeId): string {
  return `This address belongs to ${exchangeName(exchange)}, not to your own wallet. Open your wallet and copy the address from there.`;
}
