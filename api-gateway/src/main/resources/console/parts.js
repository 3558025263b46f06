// Parts of all views: elements, calls, tables. Text is set as text, never as markup.
import { number, numberShown, time } from './locale.js';
import { FRAME, SYSTEM, TABLE, WORDS } from './texts.js';

// Pages of our own and of the web may be linked to; anything else would run here or lead nowhere.
const FOLLOWED = /^(#|https?:\/\/)/i;

export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'href' && !FOLLOWED.test(value)) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return node;
}

export function svg(name, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export { number, time };

export function count(value) {
  return value === null || value === undefined ? '–' : number(value);
}

export function bytes(value) {
  if (value === null || value === undefined) return '–';
  if (value < 1e6) return `${Math.ceil(value / 1e3)} kB`;
  const shown = (amount, digits) => number(amount, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return value < 1e9 ? `${shown(value / 1e6, 1)} MB` : `${shown(value / 1e9, 2)} GB`;
}

export function say(text, bad = false) {
  const news = document.getElementById('news');
  news.textContent = text;
  news.className = `container ${bad ? 'bad' : 'note'}`;
}

// Names the page in the browser's tabs and history. A fan is named by id: history is no place for a name.
export function entitle(text) {
  document.title = text ? FRAME.titleOf(text) : FRAME.title;
}

// How each table is shown, by its page and caption: for as long as this page is open, and nowhere else.
const views = new Map();
const MOST = 500;

export function forgetTables() {
  views.clear();
}

// columns: [title, cell of a row, isNumber]. Cells are text or elements. The rows that are shown can be sorted and their columns be
// chosen, unless the table is `live`: one that changes by itself keeps its own order. At most 500 rows are shown at a time.
export function table(caption, columns, rows, decorate = () => ({}), { live = false } = {}) {
  const page = location.hash.split('/')[0];
  const key = `${page} ${caption} ${columns.map(([title]) => title).join('|')}`;
  if (!views.has(key)) views.set(key, { sorted: -1, isDown: false, hidden: new Set(), page: 0, isOpen: false });
  const view = views.get(key);
  const isGrown = !live && rows.length > 1 && columns.filter(([title]) => title !== '').length > 1;
  const place = el('div', { class: 'table' });
  const body = el('tbody');
  const heads = columns.map(([title, , isNumber], at) => el('th', { scope: 'col', class: isNumber ? 'number' : null },
    isGrown && title !== '' ? el('button', { type: 'button', class: 'sort', 'data-act': `sort ${caption} ${title}`, onclick: () => sortBy(at) }, title) : title));
  const scroll = el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    el('table', {}, el('thead', {}, el('tr', {}, heads)), body));
  const pager = el('div', { class: 'pager' });
  const made = rows.map((row, at) => {
    const cells = columns.map(([title, cell, isNumber]) =>
      el('td', { class: isNumber ? 'number' : null, 'data-title': title || null }, cell(row) ?? '–'));
    return { at, cells, row: null, of: row };
  });
  const order = isGrown ? el('select', { 'aria-label': TABLE.sortBy, onchange: () => {
    const [at, way] = order.value.split(' ');
    Object.assign(view, { sorted: Number(at), isDown: way === 'down', page: 0 });
    draw();
  } }) : null;

  function sortBy(at) {
    // First one way, then the other, then as the list is.
    if (view.sorted !== at) Object.assign(view, { sorted: at, isDown: columns[at][2] === true });
    else if (view.isDown === (columns[at][2] === true)) view.isDown = !view.isDown;
    else view.sorted = -1;
    view.page = 0;
    draw();
  }

  function draw() {
    const sorted = view.sorted >= 0 && isGrown ? made.toSorted(comparing(view.sorted, columns[view.sorted][2], view.isDown)) : made;
    view.page = Math.min(view.page, Math.max(0, Math.ceil(sorted.length / MOST) - 1));
    const from = view.page * MOST;
    const some = sorted.slice(from, from + MOST);
    body.replaceChildren(...some.map(one => one.row ??= el('tr', decorate(one.of), one.cells)));
    heads.forEach((head, at) => {
      head.hidden = view.hidden.has(at);
      if (!isGrown || view.sorted !== at) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', view.isDown ? 'descending' : 'ascending');
    });
    for (const one of some) one.cells.forEach((cell, at) => { cell.hidden = view.hidden.has(at); });
    if (order) order.value = view.sorted < 0 ? '-1' : `${view.sorted} ${view.isDown ? 'down' : 'up'}`;
    pager.hidden = sorted.length <= MOST;
    if (!pager.hidden) pager.replaceChildren(...turns(from, some.length, sorted.length));
  }

  function turns(from, shown, all) {
    const turn = (label, to) => button(label, () => {
      view.page = to;
      draw();
      scroll.focus();
    }, { class: 'outline', disabled: to < 0 || to * MOST >= all });
    return [turn(TABLE.previous, view.page - 1), turn(TABLE.next, view.page + 1),
      el('span', { class: 'note', role: 'status' }, TABLE.rows(count(from + 1), count(from + shown), count(all)))];
  }

  if (isGrown) place.append(tools());
  place.append(scroll, pager);
  draw();
  return place;

  // Folded away: the columns to show, and the order for screens without a head of the table.
  function tools() {
    const place = el('div', { class: 'choose' });
    const fill = () => {
      if (place.hasChildNodes()) return;
      choices(place);
      draw();
    };
    if (view.isOpen) fill();
    return el('details', { class: 'tools', open: view.isOpen, ontoggle: event => {
      view.isOpen = event.target.open;
      fill();
    } }, el('summary', { 'data-act': `view ${caption}`, 'aria-label': `${TABLE.view}: ${caption}` }, TABLE.view), place);
  }

  function choices(place) {
    order.replaceChildren(el('option', { value: '-1' }, TABLE.asGiven), ...columns.flatMap(([title], at) => title === '' ? [] : [
      el('option', { value: `${at} up` }, `${title}, ${TABLE.ascending}`), el('option', { value: `${at} down` }, `${title}, ${TABLE.descending}`)]));
    const boxes = columns.map(([title], at) => title === '' || at === 0 ? null : el('label', {}, el('input', { type: 'checkbox', checked: !view.hidden.has(at),
      'data-act': `column ${caption} ${title}`, onchange: event => {
        if (event.target.checked) view.hidden.delete(at);
        else view.hidden.add(at);
        draw();
      } }), title));
    place.append(el('div', { class: 'order' }, el('span', { 'aria-hidden': 'true' }, TABLE.sortBy), order),
      el('fieldset', {}, el('legend', {}, TABLE.columns), boxes));
  }
}

// Compares rows by what a cell shows: times by their moment, numbers by their value, words as the locale orders them. Empty cells
// come last.
function comparing(at, isNumber, isDown) {
  const known = new Map();
  const valueOf = one => {
    if (!known.has(one)) {
      const cell = one.cells[at];
      const text = cell.textContent.trim();
      const moment = cell.querySelector('time')?.dateTime;
      const amount = isNumber ? numberShown(text) : NaN;
      known.set(one, text === '–' || text === '' ? null : moment ?? (Number.isNaN(amount) ? text : amount));
    }
    return known.get(one);
  };
  return (first, second) => {
    const one = valueOf(first), other = valueOf(second);
    if (one === null || other === null) return (one === null) - (other === null) || first.at - second.at;
    const by = typeof one === 'number' && typeof other === 'number' ? one - other
      : String(one).localeCompare(String(other), undefined, { numeric: true, sensitivity: 'base' });
    return (isDown ? -by : by) || first.at - second.at;
  };
}

export function button(label, act, attributes = {}) {
  return el('button', { type: 'button', onclick: act, ...attributes }, label);
}

// A table whose rows become cards on a phone.
export function cards(...of) {
  const place = table(...of);
  place.classList.add('stack');
  return place;
}

// Asks before something is done that is hard to undo; answers whether the user agreed. What is `isMeant` needs one key more and is no
// danger: it only cannot be undone.
export function confirmed(title, sentences, label, { isMeant = false } = {}) {
  return new Promise(resolve => {
    let agreed = false;
    const dialog = el('dialog', { 'aria-labelledby': 'confirm_title', onclose: () => {
      dialog.remove();
      resolve(agreed);
    } }, el('article', { class: 'narrow' },
      el('h2', { id: 'confirm_title', class: 'long' }, title),
      [sentences].flat().map(sentence => el('p', { class: 'long' }, sentence)),
      el('div', { class: 'buttons' },
        button(WORDS.cancel, () => dialog.close(), { class: 'outline secondary', autofocus: !isMeant }),
        button(label, () => {
          agreed = true;
          dialog.close();
        }, { class: isMeant ? null : 'danger', autofocus: isMeant }))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// A text to hand on, with a button that copies it. Browsers offer the clipboard over HTTPS and on localhost.
export function copied(label, text) {
  const field = el('input', { type: 'text', readonly: true, value: text, 'aria-label': label, onfocus: () => field.select() });
  return el('div', { class: 'beside' }, field, copying(label, text, () => field.select()));
}

export function copying(label, text, select = () => {}) {
  const told = el('span', { class: 'unseen', role: 'status' });
  const copy = button(TABLE.copy, async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = told.textContent = TABLE.copied;
    } catch {
      select();
      copy.textContent = told.textContent = TABLE.pressCopy;
    }
    setTimeout(() => {
      copy.textContent = TABLE.copy;
      told.textContent = '';
    }, 4000);
  }, { class: 'outline', 'aria-label': TABLE.copyOf(label) });
  return el('span', { class: 'copying' }, copy, told);
}

// Saves a text as a file of the user.
export function saved(name, content, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// A button of a row that is found again when the rows are redrawn, so that it keeps the keyboard focus.
export function act(label, about, key, handler) {
  return button(label, handler, { class: 'outline', 'data-act': `${label} ${key}`, 'aria-label': `${label} ${about}` });
}

export function redraw(rows, ...children) {
  const held = rows.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  rows.replaceChildren(...children.flat(Infinity));
  if (held) (rows.querySelector(`[data-act="${CSS.escape(held)}"]`) ?? rows.querySelector('.scroll'))?.focus();
}

// An order that the operator of the installation gives on its machine: people of an account only read it here.
export function command(text) {
  return el('section', {}, el('p', { class: 'note' }, SYSTEM.operator), el('pre', { class: 'command', tabindex: '0' }, el('code', {}, text)));
}

export function fanLink(row) {
  return el('a', { class: 'long', href: `#fan/${row.fan_id}` }, row.display_name ?? WORDS.fan(row.fan_id));
}

// An address that others entered: a link if it is safe to follow, otherwise text.
export function outside(address) {
  const link = el('a', { class: 'long', href: address, target: '_blank', rel: 'noopener noreferrer' }, address);
  return link.hasAttribute('href') ? link : address;
}

export function yesNo(value) {
  return value === null || value === undefined ? null : value ? WORDS.yes : WORDS.no;
}

// Names and values, without those that are empty.
export function told(facts) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return el('dl', { class: 'told' }, known.flatMap(([name, value]) =>
    [el('dt', {}, name), el('dd', {}, value instanceof Node ? value : String(value))]));
}

export function subtabs(label, links, current) {
  return el('nav', { class: 'tabs', 'aria-label': label }, links.map(([href, text]) =>
    el('a', { href, 'aria-current': href === current ? 'page' : null }, text)));
}

export function choice(label, options, chosen, change) {
  const select = el('select', { onchange: () => change(select.value) },
    options.map(([value, text]) => el('option', { value, selected: value === chosen }, text)));
  return el('label', {}, label, select);
}

// Asks again each second until the view is left or hidden; a failure is shown, and the call repeated.
export function repeatedly(signal, look, every = 1000) {
  let failed = false;
  const turn = async () => {
    if (signal.aborted) return;
    if (!document.hidden) {
      try {
        await look();
        if (failed) say('');
        failed = false;
      } catch (trouble) {
        if (signal.aborted) return;
        failed = true;
        if (trouble.isSignedOut) {
          window.dispatchEvent(new Event('signed-out'));
          return;
        }
        say(trouble.message, true);
      }
    }
    setTimeout(turn, every);
  };
  turn();
}

// Fills a part of a view. A failure is shown in its place and the rest of the view stays. Null leaves the part as it is.
export async function section(place, signal, fill) {
  place.setAttribute('aria-busy', 'true');
  try {
    const parts = await fill(signal);
    if (parts !== null && !signal.aborted) place.replaceChildren(...parts);
  } catch (trouble) {
    if (signal.aborted) return;
    if (trouble.isSignedOut) window.dispatchEvent(new Event('signed-out'));
    else place.replaceChildren(el('p', { class: 'bad', role: 'alert' }, trouble.message));
  } finally {
    if (!signal.aborted) place.removeAttribute('aria-busy');
  }
}

// For actions of a view: the view may have been left in the meantime.
export function unlessLeft(signal) {
  return trouble => {
    if (!signal.aborted) say(trouble.message, true);
  };
}
