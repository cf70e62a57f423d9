// Mouse, pen, fingers and keys on a scatter plot.

const STEP = 40;

/** Lets a scatter plot be moved, zoomed, hovered and selected from. */
export function gestures(scatter) {
  const {over: area, camera, listeners} = scatter;
  const release = () => {
    scatter.reached = -1;
  };
  const pointers = new Map();
  let start = null;
  let travelled = 0;

  const place = (event) => {
    const box = area.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  area.addEventListener('pointerdown', (event) => {
    if (event.button > 1) return;
    release();
    area.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    start = place(event);
    travelled = 0;
    if (pointers.size === 1 && scatter.tool !== 'move') scatter.trace = [start];
    else scatter.trace = null;
  });

  area.addEventListener('pointermove', (event) => {
    const now = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      hover(now);
      return;
    }
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    travelled += Math.abs(dx) + Math.abs(dy);
    if (pointers.size === 2) pinch(event.pointerId, before, now);
    else if (scatter.trace) extend(now);
    else drag(dx, dy, event.shiftKey);
    pointers.set(event.pointerId, now);
  });

  let waiting = null;

  /** Looks for the row under the pointer once a frame at most. */
  function hover(now) {
    release();
    if (!waiting) {
      requestAnimationFrame(() => {
        listeners.hover?.(scatter.rowAt(...waiting), ...waiting);
        waiting = null;
      });
    }
    waiting = now;
  }

  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (scatter.trace) finishTrace(event);
    else if (travelled < 4 && event.type === 'pointerup') {
      listeners.pick?.(scatter.rowAt(...place(event)), event.shiftKey);
    }
    scatter.trace = null;
    scatter.changedView(false);
  };
  area.addEventListener('pointerup', end);
  area.addEventListener('pointercancel', end);
  area.addEventListener('pointerleave', () => {
    release();
    listeners.hover?.(-1, 0, 0);
  });

  function drag(dx, dy, shifted) {
    if (camera.solid && !shifted) camera.turn(dx, dy);
    else camera.move(dx, dy);
    listeners.hover?.(-1, 0, 0);
    scatter.changedView(true);
  }

  function pinch(id, before, now) {
    const other = [...pointers].find(([each]) => each !== id)[1];
    const length = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    camera.zoomBy(length(now) / length(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    camera.move((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    scatter.changedView(true);
  }

  function extend(now) {
    if (scatter.tool === 'box') scatter.trace = [start, [now[0], start[1]], now, [start[0], now[1]]];
    else scatter.trace.push(now);
    scatter.redrawOver();
  }

  function finishTrace(event) {
    if (travelled < 4) {
      listeners.pick?.(scatter.rowAt(...place(event)), event.shiftKey);
      return;
    }
    const how = event.shiftKey ? 'add' : event.altKey ? 'less' : 'new';
    listeners.region?.(scatter.rowsInside(scatter.trace), how);
  }

  let rest = 0;
  area.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 30 : 1;
      camera.zoomBy(Math.exp(-event.deltaY * lines * 0.0015), ...place(event));
      scatter.changedView(true);
      clearTimeout(rest);
      rest = setTimeout(() => scatter.changedView(false), 160);
    },
    {passive: false},
  );

  area.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    const keys = {
      '+': () => camera.zoomBy(1.3),
      '=': () => camera.zoomBy(1.3),
      '-': () => camera.zoomBy(1 / 1.3),
      0: () => camera.reset(),
      n: () => walk(1),
      p: () => walk(-1),
      Enter: () => scatter.focused >= 0 && listeners.pick?.(scatter.focused, event.shiftKey),
      Escape: () => listeners.clear?.(),
    };
    if (arrows[event.key]) {
      const [x, y] = arrows[event.key];
      if (camera.solid && !event.shiftKey) camera.turn(x * STEP, y * STEP);
      else camera.move(-x * STEP, -y * STEP);
    } else if (keys[event.key]) {
      keys[event.key]();
    } else {
      return;
    }
    event.preventDefault();
    scatter.changedView(false);
  });

  /** Goes to the next row of those that can be seen, if there are any yet. */
  function walk(step) {
    const rows = scatter.positions.length / 3;
    let row = Math.max(scatter.focused, step > 0 ? -1 : 0);
    let tried = 0;
    do {
      if (tried === rows) return;
      row = (row + step + rows) % rows;
      tried += 1;
    } while (!scatter.isVisible(row));
    scatter.setRings(row, scatter.rings);
    scatter.reveal(row);
    scatter.reached = row;
    listeners.reach?.(row);
  }
}
