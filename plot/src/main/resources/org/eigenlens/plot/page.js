"use strict";
// Makes each picture of the page tell its marks, zoom and move, and hide categories.
(() => {
  const NEAR = 14; // pixels from which a mark answers

  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);

  for (const figure of document.querySelectorAll("figure.picture")) {
    const svg = figure.querySelector("svg");
    const home = svg.getAttribute("viewBox").split(" ").map(Number);
    let view = [...home];
    let marks = null; // centres of the marks on the screen, found when first needed
    let near = null;
    let drag = null;

    const show = (next) => {
      const width = Math.min(home[2], Math.max(home[2] / 40, next[2]));
      const height = width * home[3] / home[2];
      const x = Math.min(Math.max(next[0], home[0]), home[0] + home[2] - width);
      const y = Math.min(Math.max(next[1], home[1]), home[1] + home[3] - height);
      view = [x, y, width, height];
      svg.setAttribute("viewBox", view.join(" "));
      marks = null;
      leave();
    };

    // Zooms by a factor about a point, given as parts of the width and height.
    const zoom = (factor, px = 0.5, py = 0.5) => {
      const width = view[2] * factor;
      const height = view[3] * factor;
      show([view[0] + (view[2] - width) * px, view[1] + (view[3] - height) * py, width, height]);
    };

    const leave = () => {
      if (near) {
        near.classList.remove("near");
      }
      near = null;
      tip.hidden = true;
    };

    const centres = () => {
      marks = [];
      for (const mark of svg.querySelectorAll("[data-tip]")) {
        if (mark.style.display !== "none") {
          const box = mark.getBoundingClientRect();
          marks.push([mark, box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY]);
        }
      }
    };

    const hover = (event) => {
      if (marks === null) {
        centres();
      }
      let best = null;
      let least = NEAR * NEAR;
      for (const [mark, left, top, right, bottom] of marks) {
        const dx = Math.max(left - event.pageX, 0, event.pageX - right);
        const dy = Math.max(top - event.pageY, 0, event.pageY - bottom);
        const distance = dx * dx + dy * dy;
        if (distance < least) {
          least = distance;
          best = mark;
        }
      }
      if (best !== near) {
        leave();
        near = best;
      }
      if (near) {
        near.classList.add("near");
        tip.textContent = near.dataset.tip;
        tip.hidden = false;
        tip.style.left = Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8) + "px";
        tip.style.top = Math.min(event.clientY + 12, innerHeight - tip.offsetHeight - 8) + "px";
      }
    };

    svg.addEventListener("pointermove", (event) => {
      if (!drag) {
        hover(event);
        return;
      }
      const unit = view[2] / svg.clientWidth;
      show([drag.x - (event.clientX - drag.px) * unit, drag.y - (event.clientY - drag.py) * unit, view[2], view[3]]);
    });
    svg.addEventListener("pointerdown", (event) => {
      drag = { x: view[0], y: view[1], px: event.clientX, py: event.clientY };
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("dragged");
    });
    const drop = () => {
      drag = null;
      svg.classList.remove("dragged");
    };
    svg.addEventListener("pointerup", drop);
    svg.addEventListener("pointercancel", drop);
    svg.addEventListener("pointerleave", leave);
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) {
        return; // the page scrolls
      }
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      zoom(event.deltaY < 0 ? 0.8 : 1.25, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    }, { passive: false });
    for (const button of figure.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => {
        const what = button.dataset.zoom;
        if (what === "reset") {
          show(home);
        } else {
          zoom(what === "in" ? 0.7 : 1 / 0.7);
        }
      });
    }
    for (const box of figure.querySelectorAll(".groups input")) {
      box.addEventListener("change", () => {
        for (const mark of svg.querySelectorAll("[data-group]")) {
          if (mark.dataset.group === box.dataset.group) {
            mark.style.display = box.checked ? "" : "none";
          }
        }
        marks = null;
      });
    }
    addEventListener("resize", () => { marks = null; });
  }
})();
