// Parts of all views: elements, calls, tables. Text is set as text, never as markup.

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

export const number = new Intl.NumberFormat('en');

export function count(value) {
  return value === null || value === undefined ? '–' : number.format(value);
}

export function time(seconds) {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19);
}

export function bytes(value) {
  if (value === null || value === undefined) return '–';
  if (value < 1e6) return `${Math.ceil(value / 1e3)} kB`;
  return value < 1e9 ? `${(value / 1e6).toFixed(1)} MB` : `${(value / 1e9).toFixed(2)} GB`;
}

export function say(text, bad = false) {
  const news = document.getElementById('news');
  news.textContent = text;
  news.className = `container ${bad ? 'bad' : 'note'}`;
}

// Names the page in the browser's tabs and history. A fan is named by id: history is no place for a name.
export function entitle(text) {
  document.title = text ? `${text} – Encore console` : 'Encore console';
}

// columns: [title, cell of a row, isNumber]. Cells are text or elements.
export function table(caption, columns, rows, decorate = () => ({})) {
  const head = el('tr', {}, columns.map(([title, , isNumber]) =>
    el('th', { scope: 'col', class: isNumber ? 'number' : null }, title)));
  const body = rows.map(row => el('tr', decorate(row), columns.map(([title, cell, isNumber]) =>
    el('td', { class: isNumber ? 'number' : null, 'data-title': title || null }, cell(row) ?? '–'))));
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    el('table', {}, el('thead', {}, head), el('tbody', {}, body)));
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

// Asks before something is done that is hard to undo; answers whether the user agreed.
export function confirmed(title, sentences, label) {
  return new Promise(resolve => {
    let agreed = false;
    const dialog = el('dialog', { 'aria-labelledby': 'confirm_title', onclose: () => {
      dialog.remove();
      resolve(agreed);
    } }, el('article', { class: 'narrow' },
      el('h2', { id: 'confirm_title', class: 'long' }, title),
      [sentences].flat().map(sentence => el('p', { class: 'long' }, sentence)),
      el('div', { class: 'buttons' },
        button('Cancel', () => dialog.close(), { class: 'outline secondary', autofocus: true }),
        button(label, () => {
          agreed = true;
          dialog.close();
        }, { class: 'danger' }))));
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
  const copy = button('Copy', async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = told.textContent = 'Copied';
    } catch {
      select();
      copy.textContent = told.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => {
      copy.textContent = 'Copy';
      told.textContent = '';
    }, 4000);
  }, { class: 'outline', 'aria-label': `Copy ${label}` });
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
  rows.replaceChildren(...children);
  if (held) (rows.querySelector(`[data-act="${CSS.escape(held)}"]`) ?? rows.querySelector('.scroll'))?.focus();
}

export function fanLink(row) {
  return el('a', { class: 'long', href: `#fan/${row.fan_id}` }, row.display_name ?? `fan ${row.fan_id}`);
}

// An address that others entered: a link if it is safe to follow, otherwise text.
export function outside(address) {
  const link = el('a', { class: 'long', href: address, target: '_blank', rel: 'noopener noreferrer' }, address);
  return link.hasAttribute('href') ? link : address;
}

export function yesNo(value) {
  return value === null || value === undefined ? null : value ? 'yes' : 'no';
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
