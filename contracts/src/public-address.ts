const longestUrl = 2_000;

/** Returns true for an https address with a public host name, without credentials or port. */
export function isPublicHttps(address: string): boolean {
  const url = address.length <= longestUrl ? URL.parse(address) : null;
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return false;
  const labels = url.hostname.split('.');
  const last = labels.at(-1) ?? '';
  // The last label must begin with a letter, because the last label of a numeric address begins with a digit.
  return labels.length > 1 && labels.every(isLabel) && /^[a-z]/.test(last) && !innerNames.includes(last);
}

const innerNames = ['local', 'internal', 'localhost'];

function isLabel(label: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(label);
}
