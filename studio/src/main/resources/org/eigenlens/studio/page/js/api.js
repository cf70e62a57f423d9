// The server's answers. Every failure becomes an Error with the server's own line.

let session = '';

export function useSession(id) {
  session = id;
}

/** An address for img, EventSource and downloads, which cannot send headers. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams({...parameters, session});
  return `/api/${path}?${query}`;
}

export async function get(path, options = {}) {
  return (await ask('GET', path, options)).json();
}

export async function post(path, body, options = {}) {
  const headers = {'Content-Type': 'application/json'};
  return (await ask('POST', path, {...options, headers, body: JSON.stringify(body)})).json();
}

/** Sends a file as it is; its bytes are never held in memory here. */
export async function upload(path, file, options = {}) {
  const headers = {'Content-Type': 'application/octet-stream'};
  return (await ask('POST', path, {...options, headers, body: file})).json();
}

/** Sends bytes for a file to keep: {blob, name}. */
export async function file(path, bytes, options = {}) {
  const headers = {'Content-Type': 'application/octet-stream'};
  return kept(await ask('POST', path, {...options, headers, body: bytes}), 'chosen.csv');
}

/** Fetches a file to keep: {blob, name}. */
export async function fetchFile(path, usual) {
  return kept(await ask('GET', path, {}), usual);
}

async function kept(answer, usual) {
  const [, name] = /filename\*=UTF-8''(.*)/.exec(answer.headers.get('Content-Disposition')) ?? [];
  return {blob: await answer.blob(), name: decodeURIComponent(name ?? usual)};
}

/** Asks whether there is an answer, and for no more of it; what is refused is an Error. */
export async function probe(path) {
  const answer = await ask('GET', path, {});
  await answer.body?.cancel();
}

/** Fetches a file to be shown; whoever no longer wants it ends the work on it by the signal. */
export async function blob(path, options = {}) {
  return (await ask('GET', path, options)).blob();
}

export async function remove(path) {
  await ask('DELETE', path, {});
}

/** Coordinates of all rows: {rows, width, values}, row by row. */
export async function floats(path, options = {}) {
  const answer = await ask('GET', path, options);
  const rows = Number(answer.headers.get('X-Rows'));
  const values = new Float32Array(await answer.arrayBuffer());
  return {rows, width: rows === 0 ? 0 : values.length / rows, values};
}

/** A column of the table: what it is, then a number or a code for each row. */
export async function column(path, options = {}) {
  const buffer = await (await ask('GET', path, options)).arrayBuffer();
  const length = new DataView(buffer).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  const about = JSON.parse(text);
  const payload = buffer.slice(4 + length);
  const kinds = {u8: Uint8Array, u16: Uint16Array, f32: Float32Array};
  return {...about, values: new kinds[about.dtype](payload)};
}

async function ask(method, path, {headers = {}, body, signal}) {
  let answer;
  const name = signal ? {'X-Request': crypto.randomUUID()} : {};
  // The server does not see that nobody waits any more.
  const end = () => remove(`requests/${name['X-Request']}`).catch(() => {});
  signal?.addEventListener('abort', end);
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      headers: {...headers, ...name, 'X-Session': session},
      body,
      signal,
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Error('The studio does not answer: has it been stopped? Start it again as you did before.');
  } finally {
    signal?.removeEventListener('abort', end);
  }
  if (!answer.ok) throw new Error(await reason(answer));
  return answer;
}

async function reason(answer) {
  try {
    return (await answer.json()).error;
  } catch {
    return `The studio answered ${answer.status} ${answer.statusText}.`;
  }
}

/**
 * Keeps one request under way and remembers only the newest one that waits, so that dragging never
 * piles up requests. The answer of an outdated request is still shown: it is the newest there is.
 */
export function newestOnly(request, show, fail) {
  let busy = false;
  let waiting = null;
  async function run(argument) {
    busy = true;
    try {
      show(await request(argument), argument);
    } catch (error) {
      fail(error);
    }
    busy = false;
    if (waiting) {
      const next = waiting;
      waiting = null;
      run(next.argument);
    }
  }
  return (argument) => {
    if (busy) waiting = {argument};
    else run(argument);
  };
}
