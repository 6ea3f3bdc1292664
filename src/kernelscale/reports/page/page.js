"use strict";

// Pointing at an event in a picture, or moving the second slider, marks the event in both pictures; a
// click outside all events removes the mark.
function pickEvents(explorer, pictures, mark) {
  const slider = explorer.querySelector(".picker input");
  const text = explorer.querySelector(".picker p");
  const hint = text.textContent;
  const pick = (number) => {
    const name = number < 0 ? hint : pictures[0][number].textContent;
    text.textContent = name;
    slider.setAttribute("aria-valuetext", name);
    if (number >= 0) slider.value = number;
    mark(number);
  };
  for (const points of pictures) {
    points.forEach((point, k) => {
      // "pointerenter" would mark points that move under a resting pointer.
      for (const way of ["pointermove", "pointerdown"]) point.addEventListener(way, () => pick(k));
    });
    points[0].ownerSVGElement.addEventListener("click", (event) => {
      if (!event.target.closest(".points > path")) pick(-1);
    });
  }
  slider.addEventListener("input", () => pick(Number(slider.value)));
}

// The slider moves points through embeddings and a cursor along curves.
for (const explorer of document.querySelectorAll(".explorer")) {
  const data = JSON.parse(explorer.querySelector('script[type="application/json"]').textContent);
  const slider = explorer.querySelector('input[type="range"]');
  const output = explorer.querySelector("output");
  const points = explorer.querySelectorAll("figure > svg.embedding .points > path");
  const cursors = explorer.querySelectorAll(".cursor");
  const readings = explorer.querySelectorAll(".reading");
  const jumps = explorer.querySelectorAll("button[data-frame]");

  const onMap = explorer.querySelectorAll("svg.map .points > path");
  const rings = explorer.querySelectorAll(".ring");
  let marked = -1;

  const ring = () => {
    rings.forEach((circle, picture) => {
      const point = (picture ? onMap : points)[marked];
      circle.setAttribute("visibility", point ? "visible" : "hidden");
      if (point) circle.setAttribute("transform", point.getAttribute("transform"));
    });
  };

  const show = (number) => {
    output.textContent = data.scales[number];
    slider.setAttribute("aria-valuetext", "epsilon " + data.scales[number]);
    if (data.frames) {
      const frame = data.frames[number];
      points.forEach((point, k) => {
        point.setAttribute("transform", "translate(" + frame[2 * k] + "," + frame[2 * k + 1] + ")");
      });
      ring();
    }
    if (data.cursor) {
      for (const cursor of cursors) {
        cursor.setAttribute("x1", data.cursor[number]);
        cursor.setAttribute("x2", data.cursor[number]);
      }
      readings.forEach((reading, k) => { reading.textContent = data.readings[number][k]; });
    }
    for (const jump of jumps) {
      jump.setAttribute("aria-pressed", String(Number(jump.dataset.frame) === number));
    }
  };

  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const jump of jumps) {
    jump.addEventListener("click", () => {
      slider.value = jump.dataset.frame;
      show(Number(slider.value));
    });
  }
  if (onMap.length) pickEvents(explorer, [points, onMap], (number) => { marked = number; ring(); });
  for (const part of explorer.querySelectorAll(".scripted")) part.hidden = false;
  show(Number(slider.value));
}

// Headings of tables become buttons that sort: numbers, then texts; missing values stay last.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    // The number of a cell is in its data; it is empty for a missing number, and absent for a text.
    const value = (row) => {
      const cell = row.cells[column];
      const number = cell.dataset.value;
      if (number === undefined) return cell.textContent;
      return number === "" ? null : Number(number);
    };
    const isText = (one) => typeof one === "string";
    button.addEventListener("click", () => {
      const descending = heading.getAttribute("aria-sort") === "ascending";
      const sign = descending ? -1 : 1;
      const compare = (one, other) => {
        const [a, b] = [value(one), value(other)];
        if (a === null || b === null) return (a === null) - (b === null);
        if (isText(a) !== isText(b)) return sign * (isText(a) - isText(b));
        return sign * (isText(a) ? a.localeCompare(b, undefined, { numeric: true }) : a - b);
      };
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      body.append(...[...body.rows].sort(compare));
    });
  });
}
