// The rows that are chosen, shared by all plots of the same table.

/** The longest text of chosen rows that an address carries. */
const LONGEST = 1500;

export class Selection {
  constructor(rows) {
    this.marks = new Uint8Array(rows);
    this.count = 0;
    this.listeners = [];
    /** Which rows can be seen, and so are meant by “the others”. */
    this.isVisible = () => true;
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  /** how: 'new' begins afresh, 'add' adds, 'less' takes away, 'flip' turns each row over. */
  choose(rows, how) {
    if (how === 'new') this.marks.fill(0);
    for (const row of rows) {
      if (row < this.marks.length)
        this.marks[row] = how === 'less' ? 0 : how === 'flip' ? 1 - this.marks[row] : 1;
    }
    this.count = this.marks.reduce((sum, mark) => sum + mark, 0);
    for (const listener of this.listeners) listener(this);
  }

  /** Chooses the rows that are not chosen now and can be seen. */
  invert() {
    const others = [...this.marks.keys()].filter((row) => !this.marks[row] && this.isVisible(row));
    this.choose(others, 'new');
  }

  /** The first chosen rows. */
  first(limit) {
    const rows = [];
    for (let row = 0; row < this.marks.length && rows.length < limit; row += 1) {
      if (this.marks[row]) rows.push(row);
    }
    return rows;
  }

  /** A bit for each row, the first one in the lowest of the first byte. */
  toBits() {
    const bits = new Uint8Array(Math.ceil(this.marks.length / 8));
    this.marks.forEach((mark, row) => (bits[row >> 3] |= mark << (row & 7)));
    return bits;
  }

  /** As ranges, 3-9,12; null when that is too long for an address. */
  toText() {
    const parts = [];
    let length = 0;
    for (let row = 0; row < this.marks.length; row += 1) {
      if (!this.marks[row]) continue;
      let end = row;
      while (this.marks[end + 1]) end += 1;
      const part = end > row ? `${row}-${end}` : `${row}`;
      length += part.length + 1;
      if (length > LONGEST) return null;
      parts.push(part);
      row = end;
    }
    return parts.join(',');
  }

  /** Reads ranges of rows below a number; what is no range is left out. */
  static rowsOf(text, rows) {
    const found = [];
    for (const part of text.slice(0, LONGEST).split(',')) {
      const [low, high = low] = part.split('-').map(Number);
      for (
        let row = Math.max(found.length ? found.at(-1) + 1 : 0, low);
        row <= Math.min(high, rows - 1);
        row += 1
      )
        found.push(row);
    }
    return found;
  }
}
