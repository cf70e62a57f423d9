// The address after # says what is shown, and what is before it in which session:
// ?session=ID#/look/ID?x=0&y=1. A link restores it.

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
  settle();
  location.hash = format(view, id, query);
}

/** Goes on to another view in place of this one, so that the way back does not lead here. */
export function redirect(view, id, query) {
  settle();
  location.replace(format(view, id, query));
}

/** Browsers refuse addresses that change at every step of a slider: they are written after a pause. */
const PAUSE = 250;
let pending = null;
let timer = 0;

/** Keeps a detail of the present view in the address, without a step in the history. */
export function remember(changes) {
  const place = location.hash.split('?')[0];
  if (pending?.place !== place) pending = {place, changes: {}};
  Object.assign(pending.changes, changes);
  clearTimeout(timer);
  timer = setTimeout(settle, PAUSE);
}

/** The same for one showing of a view: once it was left, as `left` says, nothing of it is written any more. */
export function rememberUntil(left) {
  return (changes) => {
    if (!left.aborted) remember(changes);
  };
}

/** What the address says, with what is about to be written to it. */
export function present() {
  const {view, id, query} = parse(location.hash);
  const changes = pending?.place === location.hash.split('?')[0] ? pending.changes : {};
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') query.delete(key);
    else query.set(key, value);
  }
  return {view, id, query};
}

/** Writes what is still to be written: before one goes elsewhere, and when the page is left. */
export function settle() {
  clearTimeout(timer);
  if (!pending) return;
  const {view, id, query} = present();
  try {
    if (pending.place === location.hash.split('?')[0])
      history.replaceState(null, '', format(view, id, query));
    pending = null;
  } catch {
    // Too many changes for this browser just now; the next one carries these too.
  }
}

/** A number that a link says, where it is one and within bounds. */
export function numberIn(query, name, [least, most], usual) {
  const value = query.has(name) ? Number(query.get(name)) : NaN;
  return value >= least && value <= most ? value : usual;
}

/** The session that an address names, or null. */
export function sessionOf(search) {
  return new URLSearchParams(search).get('session');
}

/** The present address with the name of a session. */
export function withSession(id) {
  return `?${new URLSearchParams({session: id})}${location.hash}`;
}

/** A link to what is shown, for other tabs too. */
export function linkHere() {
  settle();
  return location.href;
}

addEventListener('click', settle, true);
addEventListener('beforeunload', settle);
addEventListener('pagehide', settle);
