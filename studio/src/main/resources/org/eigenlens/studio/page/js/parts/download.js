// Files to keep. A link alone would not say why there is none.
import {address, fetchFile, probe} from '../api.js';
import {h} from '../dom.js';

/**
 * A link to a file that is there, or that is written when it is asked for, once; a refusal is told below it.
 * `done` hears when the browser has been given it; `spec` is what it looks like.
 */
export function downloadLink(path, parameters, name, label, {done = () => {}, spec = 'a.button'} = {}) {
  return link(spec, path, parameters, name, label, async () => {
    // The request that the browser makes of it shows no reason.
    await probe(pathOf(path, parameters));
    save(address(path, parameters), name);
    done();
  });
}

/** A link to a file that is made anew each time it is asked for, and is not large. */
export function madeLink(path, parameters, name, label) {
  return link('a.button', path, parameters, name, label, async () => {
    const made = await fetchFile(pathOf(path, parameters), name);
    const url = URL.createObjectURL(made.blob);
    save(url, made.name);
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  });
}

function pathOf(path, parameters) {
  return `${path}?${new URLSearchParams(parameters)}`;
}

function link(spec, path, parameters, name, label, fetchIt) {
  const words = h('span.small', {role: 'status'});
  let busy = false;
  const anchor = h(
    spec,
    {
      href: address(path, parameters),
      download: name,
      onclick: async (event) => {
        event.preventDefault();
        if (busy) return;
        busy = true;
        words.className = 'small';
        words.textContent = 'Preparing …';
        try {
          await fetchIt();
          words.textContent = '';
        } catch (error) {
          words.className = 'problem';
          words.textContent = error.message;
        }
        busy = false;
      },
    },
    label,
  );
  return h('span.download', anchor, words);
}

function save(url, name) {
  const anchor = h('a', {href: url, download: name, hidden: true});
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
