// Chooses a thing by its name: a field with a list below it, by mouse or by keyboard. It holds the id.
import { idOfField } from './forms.js';
import { catalogue, idsOfRow, isAllowed, rowsOf, run, searchOf, takesLimit, titleOf } from './resources.js';
import { button, el } from './parts.js';
import { FINDER, PICKER as TEXT, WORDS } from './texts.js';

const SHOWN = 50;
const MOST = 500;
const PAUSE = 200;
const PARENTS = 20;

// Whether a field can be chosen from a list that the user may read.
export async function canPick(field) {
  const resource = (await catalogue()).get(field.ref);
  return resource !== undefined && isAllowed(resource.list) && resource.own !== undefined;
}

// A field of a form that is written by hand: chosen by name where the user may read the list, otherwise the id is entered. Whoever
// may read nothing at all, as from a banned address, still gets the form.
export async function pickerOf(ref, told) {
  return await canPick({ ref }).catch(() => false) ? picker({ ...told, resource: (await catalogue()).get(ref) }) : told;
}

// { name, label, hint, list, required, resource, only, free } and `context`, a function that tells the ids known so far. `only`
// decides which rows may be chosen. A `free` field takes any words, and what is chosen are the words of its name.
export function picker(told, context = () => ({})) {
  const id = idOfField();
  const chosen = [];
  const several = told.list === true;
  const complaint = el('small', { id: `${id}wrong`, class: 'bad', hidden: true });
  const options = el('ul', { id: `${id}options`, role: 'listbox', class: 'options', hidden: true, 'aria-label': told.label });
  const input = el('input', { id, type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', 'aria-autocomplete': 'list',
    'aria-expanded': 'false', 'aria-controls': options.id, name: told.name, placeholder: TEXT.search(told.resource.title.toLowerCase()),
    'aria-describedby': told.hint ? `${id}wrong ${id}hint` : `${id}wrong`, oninput: later, onclick: open, onkeydown: key, onblur: () => setTimeout(leave, 150) });
  const clear = button(TEXT.clear, () => {
    chosen.length = 0;
    draw();
    changed();
    input.focus();
    complain('');
  }, { class: 'outline secondary', hidden: true, 'aria-label': TEXT.clearOf(told.label) });
  const tokens = el('ul', { class: 'tokens', 'aria-label': TEXT.chosen(told.label), hidden: true });
  const node = el('div', { class: 'field picker' },
    el('label', { for: id }, told.label, told.required ? el('small', { class: 'must' }, WORDS.required) : null),
    several ? tokens : null,
    el('div', { class: 'beside' }, input, several ? null : clear), options,
    told.hint ? el('small', { id: `${id}hint` }, told.hint) : null, complaint);
  let found = [];
  let at = -1;
  let asked = 0;
  let timer = 0;
  // Whether words were typed since the rows that are shown were asked for.
  let isBehind = false;
  // Whether Enter was pressed before the rows were there. The choice is made even if the focus has gone on.
  let isPicking = false;
  let loaded = null;

  function complain(sentence) {
    complaint.textContent = sentence;
    complaint.hidden = sentence === '';
    if (sentence) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }

  function draw() {
    if (several) {
      tokens.hidden = chosen.length === 0;
      tokens.replaceChildren(...chosen.map(one => el('li', {}, el('span', { class: 'long' }, one.title), button(TEXT.remove, () => {
        chosen.splice(chosen.indexOf(one), 1);
        draw();
        changed();
        input.focus();
      }, { class: 'link', 'aria-label': TEXT.removeOf(one.title) }))));
      input.value = '';
    } else {
      input.value = chosen[0]?.title ?? '';
      clear.hidden = chosen.length === 0;
    }
  }

  function later() {
    complain('');
    isBehind = true;
    clearTimeout(timer);
    timer = setTimeout(look, searchOf(told.resource) ? PAUSE : 0);
  }

  function open() {
    if (options.hidden) look();
  }

  // A choice that was taken back; a new one is told by `chosen`.
  function changed() {
    node.dispatchEvent(new Event('taken-back', { bubbles: true }));
  }

  function typed() {
    return !several && chosen[0] && input.value === chosen[0].title ? '' : input.value.trim();
  }

  async function look() {
    const turn = ++asked;
    const words = input.value;
    try {
      const rows = await candidates(typed());
      if (turn !== asked || !isPicking && (document.activeElement !== input && input.isConnected && !options.contains(document.activeElement))) return;
      isBehind = input.value !== words;
      found = rows.slice(0, SHOWN);
      at = found.length > 0 && typed() !== '' && !told.free ? 0 : -1;
      show();
    } catch (trouble) {
      complain(trouble.message);
    }
  }

  async function candidates(text) {
    const by = searchOf(told.resource);
    if (by && (text !== '' || takesLimit(told.resource))) {
      const query = { ...text !== '' && { [by]: text }, ...takesLimit(told.resource) && { limit: told.only ? MOST : SHOWN } };
      const { body } = await run(told.resource.list, context(), query);
      return rowsOf(body).filter(told.only ?? (() => true)).map(candidate);
    }
    loaded ??= await everything(told.resource, context());
    const wanted = text.toLowerCase();
    return loaded.filter(one => one.title.toLowerCase().includes(wanted) || one.value.startsWith(text));
  }

  function candidate(row) {
    return { value: String(row[told.resource.own]), title: titleOf(told.resource, row), raw: row[told.resource.own] };
  }

  // Things of things, such as the tiers of all kinds of points, are gathered from each.
  async function everything(resource, known) {
    const missing = [...resource.list.path.matchAll(/\{(\w+)}/g)].map(([, name]) => name).filter(name => known[name] === undefined || known[name] === '');
    if (missing.length === 0) return rowsOf((await run(resource.list, known, takesLimit(resource) ? { limit: 500 } : {})).body).map(candidate);
    const parent = (await catalogue()).get(resource.parent);
    if (missing.length > 1 || !parent?.list || parent.own !== missing[0]) return [];
    const parents = rowsOf((await run(parent.list, known, takesLimit(parent) ? { limit: PARENTS } : {})).body).slice(0, PARENTS);
    const each = await Promise.all(parents.map(row => run(resource.list, idsOfRow(parent, row, known)).then(({ body }) =>
      rowsOf(body).map(one => ({ ...candidate(one), title: `${titleOf(parent, row)}: ${titleOf(resource, one)}` })))));
    return each.flat();
  }

  function show() {
    options.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    options.replaceChildren(...found.length === 0 ? [el('li', { class: 'none' }, FINDER.none)] : found.map((one, index) =>
      el('li', { id: `${id}option${index}`, role: 'option', 'aria-selected': String(index === at), onmousedown: event => {
        event.preventDefault();
        choose(one);
      } }, el('span', { class: 'long' }, one.title), one.title.endsWith(one.value) ? null : el('small', {}, one.value))));
    mark();
  }

  function mark() {
    [...options.children].forEach((option, index) => option.setAttribute('aria-selected', String(index === at)));
    if (at >= 0 && found.length > 0) {
      input.setAttribute('aria-activedescendant', `${id}option${at}`);
      options.children[at].scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  function close() {
    options.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    asked++;
  }

  function choose(one) {
    if (!several) chosen.length = 0;
    if (!chosen.some(other => other.value === one.value)) chosen.push(one);
    isBehind = false;
    clearTimeout(timer);
    draw();
    close();
    complain('');
    node.dispatchEvent(new Event('chosen', { bubbles: true }));
  }

  // Words that were typed and not chosen are no choice.
  function leave() {
    if (document.activeElement === input || isPicking) return;
    close();
    isBehind = false;
    if (told.free) return;
    if (!several && input.value.trim() === '') chosen.length = 0;
    draw();
  }

  // Whoever types fast presses Enter before the rows of these words are there.
  async function pick() {
    if (isBehind) {
      clearTimeout(timer);
      isPicking = true;
      await look();
      isPicking = false;
    }
    if (!isBehind && at >= 0 && found[at]) choose(found[at]);
    else leave();
  }

  function key(event) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (options.hidden) look();
      else if (found.length > 0) {
        at = (at + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % found.length;
        mark();
      }
    } else if (event.key === 'Enter' && (told.free ? at >= 0 && !options.hidden : isBehind || !options.hidden)) {
      event.preventDefault();
      pick();
    } else if (event.key === 'Escape' && !options.hidden) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && several && input.value === '' && chosen.length > 0) {
      chosen.pop();
      draw();
      changed();
    }
  }

  const wire = value => told.kind === 'whole' ? Number(value) : value;
  return {
    names: [told.name],
    node,
    control: input,
    read: () => ({ [told.name]: told.free ? input.value.trim() : several ? chosen.map(one => wire(one.value)) : chosen[0] ? wire(chosen[0].value) : '' }),
    async show(values) {
      const given = [values[told.name]].flat().filter(value => value !== null && value !== undefined && value !== '');
      chosen.splice(0, chosen.length, ...given.map(value => ({ value: String(value), title: String(value) })));
      draw();
      // The names follow. What the user chooses meanwhile stays.
      for (const one of [...chosen]) {
        const title = await titled(one.value).catch(() => null);
        if (title !== null && chosen.includes(one)) {
          one.title = title;
          draw();
        }
      }
    },
    complain,
    focus: () => input.focus(),
  };

  async function titled(value) {
    const { resource } = told;
    // Some things are known by their names alone.
    if (resource.own === resource.title_field) return value;
    const known = { ...context(), [resource.own]: value };
    const canOne = isAllowed(resource.one) && [...resource.one.path.matchAll(/\{(\w+)}/g)].every(([, name]) => known[name] !== undefined);
    if (canOne) return titleOf(resource, (await run(resource.one, known)).body);
    loaded ??= await everything(resource, context());
    return loaded.find(one => one.value === value)?.title ?? null;
  }
}
