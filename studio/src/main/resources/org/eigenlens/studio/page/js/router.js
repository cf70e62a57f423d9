// The address after # says what is shown: #/look/ID?x=0&y=1. A link restores it.

/** Reads an address into {view, id, query}. */
export function parse(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, ...rest] = path.split('/').map(decodeURIComponent);
  return {view: view || 'start', id: rest.join('/') || null, query: new URLSearchParams(query)};
}

/** Writes an address; empty values are left out. */
export function format(view, id, query = {}) {
  const path = [view, id].filter((part) => part !== null && part !== undefined && part !== '');
  const words = new URLSearchParams();
  const pairs = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  for (const [key, value] of pairs) {
    if (value !== null && value !== undefined && value !== '') words.append(key, value);
  }
  const text = words.toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text ? `?${text}` : ''}`;
}

export function go(view, id, query) {
  location.hash = format(view, id, query);
}

/** Keeps a detail of the present view in the address, without a step in the history. */
export function remember(changes) {
  const {view, id, query} = parse(location.hash);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') query.delete(key);
    else query.set(key, value);
  }
  history.replaceState(null, '', format(view, id, query));
}
