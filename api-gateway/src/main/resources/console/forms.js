// Form fields with labels and values, and the API's errors beside the field they belong to.
import { instant, onClock, wire } from './locale.js';
import { el } from './parts.js';
import { FORMS as TEXT, WORDS } from './texts.js';

const line = more => () => el('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', ...more });
const text = {
  read: control => control.value.trim(),
  show: (control, value) => { control.value = value ?? ''; },
};

// A password is not trimmed, and can be shown while it is typed.
const password = {
  make: ({ autocomplete, ...more }) => el('input', { type: 'password', autocomplete, spellcheck: 'false', autocapitalize: 'none', ...limits(more) }),
  read: control => control.value,
  show: (control, value) => { control.value = value ?? ''; },
  around: control => {
    const toggle = el('button', { type: 'button', class: 'outline secondary', 'aria-pressed': 'false', 'aria-label': TEXT.showCharacters,
      onclick: () => {
        const shown = control.type === 'password';
        control.type = shown ? 'text' : 'password';
        toggle.setAttribute('aria-pressed', String(shown));
        toggle.textContent = shown ? TEXT.hide : WORDS.show;
      } }, WORDS.show);
    return el('div', { class: 'beside' }, control, toggle);
  },
};

function limits({ minlength, maxlength, required }) {
  return { minlength, maxlength, required };
}

const KINDS = {
  text: { ...text, make: line({}) },
  email: { ...text, make: ({ autocomplete = 'off', readonly, required }) =>
    el('input', { type: 'email', autocomplete, spellcheck: 'false', autocapitalize: 'none', maxlength: 254, readonly, required }) },
  person: { ...text, make: () => el('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', maxlength: 255 }) },
  password,
  code: { ...text, make: () => el('input', { type: 'text', class: 'code', autocomplete: 'one-time-code', inputmode: 'numeric', pattern: '[0-9 ]*',
    maxlength: 7, spellcheck: 'false' }), read: control => control.value.replaceAll(/\s/g, '') },
  recovery: { ...text, make: line({ class: 'code', autocapitalize: 'none' }) },
  whole: { ...text, make: line({ inputmode: 'numeric' }) },
  decimal: { ...text, make: line({ inputmode: 'decimal' }) },
  day: { ...text, make: () => el('input', { type: 'date' }) },
  choice: {
    ...text,
    make: ({ options }) => el('select', {}, options.map(([value, label]) => el('option', { value }, label))),
  },
  long: {
    ...text,
    make: ({ maxlength }) => el('textarea', { rows: 3, spellcheck: 'true', maxlength }),
    // Spaces and lines at the ends are the writer's.
    read: control => control.value,
  },
  // A flag that may also be left open.
  state: {
    ...text,
    make: ({ open, yes = WORDS.choiceYes, no = WORDS.choiceNo }) => el('select', {},
      open === undefined ? null : el('option', { value: '' }, open), el('option', { value: 'true' }, yes), el('option', { value: 'false' }, no)),
    read: control => control.value === '' ? '' : control.value === 'true',
    show: (control, value) => {
      // A value that is open now can stay so, even where nothing makes it open again.
      if ((value ?? '') === '' && ![...control.options].some(option => option.value === '')) control.prepend(el('option', { value: '' }, WORDS.notSet));
      control.value = String(value ?? '');
    },
  },
  // A moment, in the account's zone as the label says. The API takes it as ISO 8601 in UTC. One that was shown and not changed
  // stays the same moment, although the clock shows some times twice when summer ends.
  moment: {
    make: () => el('input', { type: 'datetime-local', step: 1 }),
    read: control => control.value === '' ? '' : control.value === control.dataset.shown ? control.dataset.moment : instant(control.value),
    show: (control, value) => {
      const at = value === null || value === undefined || value === '' ? null : new Date(typeof value === 'number' ? value * 1000 : value);
      control.value = at === null || Number.isNaN(at.getTime()) ? '' : onClock(at);
      if (control.value === '') return;
      control.dataset.shown = control.value;
      control.dataset.moment = wire(at);
    },
  },
  json: {
    make: () => el('textarea', { rows: 4, spellcheck: 'false', class: 'code-text' }),
    read: control => {
      if (control.value.trim() === '') return '';
      try {
        return JSON.parse(control.value);
      } catch {
        return control.value;
      }
    },
    show: (control, value) => { control.value = value === null || value === undefined ? '' : JSON.stringify(value, null, 2); },
  },
  several: {
    ...text,
    make: ({ options }) => el('select', { multiple: true, size: Math.min(options.length, 6) }, options.map(([value, label]) => el('option', { value }, label))),
    read: control => [...control.selectedOptions].map(option => option.value),
    show: (control, value) => { for (const option of control.options) option.selected = (value ?? []).includes(option.value); },
  },
  file: {
    make: ({ accept }) => el('input', { type: 'file', accept }),
    read: control => control.files[0] ?? '',
    show: () => {},
  },
  lines: {
    make: () => el('textarea', { rows: 2, spellcheck: 'false' }),
    read: control => control.value.split('\n').map(one => one.trim()).filter(Boolean),
    show: (control, value) => { control.value = (value ?? []).join('\n'); },
  },
  flag: {
    make: () => el('input', { type: 'checkbox' }),
    read: control => control.checked ? true : '',
    show: (control, value) => { control.checked = value === true; },
  },
};

let made = 0;

export function idOfField() {
  return `field${++made}`;
}

// One field: { name, label, kind, options, hint, list }; list names what may be chosen, [value, label] each.
function field(told) {
  const kind = KINDS[told.kind ?? 'text'];
  const id = idOfField();
  const control = kind.make(told);
  const complaint = el('small', { id: `${id}wrong`, class: 'bad', hidden: true });
  control.id = id;
  control.setAttribute('name', told.name);
  control.setAttribute('aria-describedby', told.hint ? `${id}wrong ${id}hint` : `${id}wrong`);
  if (told.list) control.setAttribute('list', `${id}list`);
  const label = el('label', { for: id }, told.label, told.required ? el('small', { class: 'must' }, WORDS.required) : null);
  const place = kind.around?.(control) ?? control;
  const node = el('div', { class: told.kind === 'flag' ? 'field flag' : 'field' },
    told.kind === 'flag' ? [control, label] : [label, place],
    told.hint ? el('small', { id: `${id}hint` }, told.hint) : null,
    complaint,
    told.list ? el('datalist', { id: `${id}list` }, told.list.map(([value, about]) => el('option', { value }, about))) : null);
  const complain = sentence => {
    complaint.textContent = sentence;
    complaint.hidden = sentence === '';
    if (sentence) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
  };
  // What is being corrected is not wrong any more.
  control.addEventListener('input', () => complain(''));
  return {
    names: [told.name],
    node,
    control,
    read: () => ({ [told.name]: kind.read(control) }),
    show: values => kind.show(control, values[told.name]),
    complain,
    focus: () => control.focus(),
  };
}

// A group of fields. An object that builds several parameters itself is used as it is.
export function fieldsOf(descriptions) {
  const fields = descriptions.map(told => told.node ? told : field(told));
  return {
    fields,
    nodes: fields.map(one => one.node),
    read: () => Object.assign({}, ...fields.map(one => one.read())),
    show: values => fields.forEach(one => one.show(values)),
    clean: () => fields.forEach(one => one.complain('')),
    complain: trouble => complained(fields, trouble),
  };
}

// Shows errors at their fields, opens groups that hide them, and returns the errors that belong to no field.
function complained(fields, trouble) {
  fields.forEach(one => one.complain(''));
  const left = [];
  let first = null;
  for (const { field: path, message } of trouble.errors ?? []) {
    const of = fields.find(one => one.names.includes(path.split(/[[.]/)[0]));
    if (!of) {
      left.push(`${path}: ${message}`);
      continue;
    }
    of.complain(message);
    for (let at = of.node.parentElement; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
    first ??= of;
  }
  first?.focus();
  return first === null && left.length === 0 ? trouble.message : left.join(' ');
}

// The values that were entered, without empty ones.
export function given(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value?.length !== 0));
}

// A form that shows its errors. `send` is called with the entered values, one call at a time; the errors that it throws are shown.
export function form(fields, label, send, { once = true, ...more } = {}) {
  const wrong = el('p', { class: 'bad', role: 'alert' });
  const submit = el('button', { type: 'submit' }, label);
  return el('form', {
    novalidate: true,
    ...more,
    onsubmit: async event => {
      event.preventDefault();
      if (once && submit.hasAttribute('aria-busy')) return;
      wrong.textContent = '';
      submit.setAttribute('aria-busy', 'true');
      try {
        await send(fields.read());
        fields.clean();
      } catch (trouble) {
        if (trouble.name === 'AbortError') return;
        if (trouble.isSignedOut) window.dispatchEvent(new Event('signed-out'));
        else wrong.textContent = fields.complain(trouble);
      } finally {
        submit.removeAttribute('aria-busy');
      }
    },
  }, el('div', { class: 'fields' }, fields.nodes), el('div', { class: 'buttons' }, submit), wrong);
}
