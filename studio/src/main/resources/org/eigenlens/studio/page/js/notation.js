// Equations as MathML, from a notation short enough to be read in the text around it:
//   a_b  a^b  a_b^c  {group}  frac{a}{b}  sqrt{a}  hat{a}  tilde{a}  'words'  ~ (space)
// Letters stand for themselves; Greek letters and signs are written as they are, Σ is a sum. Bold
// letters are matrices and vectors: *X*.

const MATHML = 'http://www.w3.org/1998/Math/MathML';
const ACCENTS = {hat: '^', tilde: '~'};
const TOKEN =
  /\s*(?:(frac|sqrt|hat|tilde|max|tr|exp|tanh|corr|HSIC)(?![a-z])|'([^']*)'|\*([\p{L}\d])\*|(\d+(?:\.\d+)?)|(\p{L})|(.))/uy;

export function equation(source, inline = false) {
  const tokens = [...tokensOf(source.trim())];
  const math = node('math', ...sequence(tokens, null));
  math.setAttribute('display', inline ? 'inline' : 'block');
  return math;
}

function* tokensOf(source) {
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const [, word, words, bold, number, letter, sign] = TOKEN.exec(source);
    if (word) yield {kind: 'word', text: word};
    else if (words !== undefined) yield {kind: 'words', text: words};
    else if (bold) yield {kind: 'bold', text: bold};
    else if (number) yield {kind: 'number', text: number};
    else if (letter) yield {kind: 'letter', text: letter};
    else yield {kind: 'sign', text: sign};
  }
}

/** Reads until the closing sign; scripts bind to what is before them. */
function sequence(tokens, closing) {
  const nodes = [];
  while (tokens.length && tokens[0].text !== closing) {
    const base = item(tokens);
    let [below, above] = [null, null];
    while (tokens.length && tokens[0].kind === 'sign' && (tokens[0].text === '_' || tokens[0].text === '^')) {
      const {text} = tokens.shift();
      if (text === '_') below = item(tokens);
      else above = item(tokens);
    }
    nodes.push(scripted(base, below, above));
  }
  tokens.shift();
  return nodes;
}

function scripted(base, below, above) {
  const wide = base.textContent === '∑' || base.textContent === 'max';
  if (below && above) return node(wide ? 'munderover' : 'msubsup', base, below, above);
  if (below) return node(wide ? 'munder' : 'msub', base, below);
  if (above) return node('msup', base, above);
  return base;
}

function item(tokens) {
  const {kind, text} = tokens.shift();
  if (kind === 'number') return node('mn', text);
  if (kind === 'words') return node('mtext', text);
  if (kind === 'bold') {
    const bold = node('mi', text);
    bold.setAttribute('mathvariant', 'normal');
    bold.classList.add('bold');
    return bold;
  }
  if (kind === 'letter') return text === 'Σ' ? node('mo', '∑') : node('mi', text);
  if (kind === 'word') return word(text, tokens);
  if (text === '~') {
    const space = node('mspace');
    space.setAttribute('width', '0.8em');
    return space;
  }
  if (text === '{') return node('mrow', ...sequence(tokens, '}'));
  const sign = node('mo', text === '-' ? '−' : text);
  // A bracket with an exponent must not be smaller than its partner.
  if ('()‖'.includes(text)) sign.setAttribute('stretchy', 'false');
  return sign;
}

function word(name, tokens) {
  if (name === 'frac') return node('mfrac', item(tokens), item(tokens));
  if (name === 'sqrt') return node('msqrt', item(tokens));
  if (ACCENTS[name]) {
    const accented = node('mover', item(tokens), node('mo', ACCENTS[name]));
    accented.setAttribute('accent', 'true');
    return accented;
  }
  return node('mi', name);
}

function node(name, ...children) {
  const element = document.createElementNS(MATHML, name);
  element.append(...children);
  return element;
}
