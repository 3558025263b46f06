// The page of imports: what is in a file, which column is which field, how the first rows look, and the import itself. What was chosen
// and an import that goes on stay while one is on other pages.
import { call, get, pointTypes } from './calls.js';
import { ImportFile } from './importfile.js';
import { runPanel, summaryOf } from './importpanel.js';
import { columnOf, habitsOf, isOfRefused, labelOf, recognised, REFUSED, RowMaker } from './importrows.js';
import { ImportRun } from './importrun.js';
import { shownZone } from './locale.js';
import { bytes, button, choice, count, el, say } from './parts.js';
import { may, user } from './session.js';
import { IMPORTS as TEXT, WORDS } from './texts.js';
import { words } from './values.js';

// The right for each kind, in the order in which history is brought.
const RIGHTS = new Map([['fans', 'fans:write'], ['points', 'points:write'], ['activities', 'fans:write'], ['purchases', 'tickets:write'], ['tickets', 'tickets:write']]);
const PREVIEW = 5;
const SAMPLES = 3;
const SAMPLE_LETTERS = 40;
const PAUSE = 400;
// Families of fields whose names a head can give.
const FAMILIES = new Set(['field_', 'tag_']);
// Rows of points and activities that have no time of their own count as of now.
const TIME = 'effective_at';

let memory = null;

// A file that one user chose is not for the next one.
function remembered() {
  const { account_id: account, person_uid: person, api_key: key } = user();
  const of = `${account} ${person ?? key}`;
  if (memory?.of !== of) {
    memory?.run?.end();
    memory = { of, kind: null, file: null, fields: [], constants: {}, zone: shownZone(), isComma: false, isMonthFirst: null, hasPlaces: false, run: null, panel: null };
  }
  return memory;
}

window.addEventListener('beforeunload', event => {
  if (memory?.run?.isActive) event.preventDefault();
});

export async function imports(main, signal, [asked]) {
  const hold = remembered();
  main.append(el('h1', {}, TEXT.title), el('p', { class: 'note' }, TEXT.about));
  const kinds = (await get('/api/v1/manage/imports', {}, signal)).filter(one => may(RIGHTS.get(one.kind) ?? 'fans:write'))
    .toSorted((one, other) => [...RIGHTS.keys()].indexOf(one.kind) - [...RIGHTS.keys()].indexOf(other.kind));
  if (kinds.length === 0) {
    main.append(el('p', { class: 'notice' }, TEXT.noKind));
    return;
  }
  const page = new Page(kinds, hold, signal);
  if (asked !== undefined && !hold.run?.isActive && kinds.some(one => one.kind === asked) && asked !== hold.kind) page.take(asked);
  main.append(el('p', { class: 'notice' }, el('strong', {}, TEXT.order), ' ', TEXT.aboutOrder), page.node);
  page.draw();
}

// An import that ends while one is on another page says so there.
function told(run) {
  if (memory?.run !== run) return;
  if (memory.panel !== null) memory.panel.changed();
  else if (run.state === 'done') say(TEXT.finished(run.file.file.name, summaryOf(run)));
  else if (run.state === 'ended') say(TEXT.ended(run.reason), true);
}

class Page {
  constructor(kinds, hold, signal) {
    Object.assign(this, { kinds, hold, signal, points: null, asked: 0, timer: 0 });
    this.news = el('div', { class: 'import-file' });
    this.wrong = el('p', { id: 'import_wrong', class: 'bad', role: 'alert' });
    this.columns = el('section', { 'aria-labelledby': 'import_columns' });
    this.missing = el('div', { role: 'status' });
    this.preview = el('section', { 'aria-labelledby': 'import_preview' });
    this.acts = el('div', { class: 'buttons' });
    this.setup = el('div', {}, this.kindChoice(), this.fileChoice(), this.columns, this.missing, this.preview, this.acts);
    this.panel = runPanel(signal, hold, { again: () => this.start(false), back: () => this.back(), another: () => this.another(), turned: () => this.draw() });
    hold.panel = this.panel;
    this.node = el('div', { class: 'imports' }, this.setup, this.panel.node);
    signal.addEventListener('abort', () => {
      clearTimeout(this.timer);
      if (hold.panel === this.panel) hold.panel = null;
    }, { once: true });
  }

  get kind() {
    return this.kinds.find(one => one.kind === this.hold.kind) ?? null;
  }

  kindChoice() {
    return el('fieldset', { class: 'import-kinds' }, el('legend', {}, TEXT.kindTitle), el('div', {}, this.kinds.map(({ kind }) => {
      const [title, about] = TEXT.kinds[kind] ?? [words(kind), ''];
      return el('label', {}, el('input', { type: 'radio', name: 'import_kind', value: kind, onchange: () => {
        history.replaceState(history.state, '', `#imports/${kind}`);
        this.take(kind);
        this.draw();
      } }), el('span', {}, el('b', {}, title), el('small', {}, about)));
    })));
  }

  fileChoice() {
    const input = el('input', { id: 'import_file', type: 'file', class: 'unseen', accept: '.csv,.tsv,.txt,.ndjson,.jsonl,.gz,text/csv,text/plain,application/gzip',
      'aria-describedby': ['import_formats', 'import_wrong'].join(' '), onchange: () => {
        const chosen = input.files[0];
        // The same file can be chosen again.
        input.value = '';
        if (chosen) this.look(chosen);
      } });
    const drop = el('div', { class: 'import-drop', ondragover: event => {
      event.preventDefault();
      drop.classList.add('is-over');
    }, ondragleave: () => drop.classList.remove('is-over'), ondrop: event => {
      event.preventDefault();
      drop.classList.remove('is-over');
      const [dropped] = event.dataTransfer.files;
      if (dropped) this.look(dropped);
    } }, input, el('label', { for: 'import_file' }, TEXT.choose), el('span', { class: 'note' }, TEXT.drop),
    el('small', { id: 'import_formats' }, TEXT.formats, ' ', TEXT.again));
    return el('section', { 'aria-labelledby': 'import_file_title' }, el('h2', { id: 'import_file_title' }, TEXT.fileTitle), drop, this.wrong, this.news);
  }

  // Chooses the kind. Columns of a file that is there are recognised anew.
  take(name) {
    this.hold.kind = name;
    this.outdated();
    this.recognise();
  }

  recognise() {
    const { hold, kind } = this;
    if (kind === null || hold.file === null) return;
    hold.fields = recognised(kind, hold.file.heads);
    // The columns that say why rows were refused are no values, even where a field has such a name.
    if (isOfRefused(hold.file.heads)) hold.fields.fill('', 0, REFUSED.length);
    hold.constants = Object.fromEntries(neededOf(kind).filter(one => !hold.fields.includes(one.name)).map(one => [one.name, '']));
    if (kind.kind === 'points' && !hold.fields.some(name => ['point_uid', 'point_name'].includes(name))) hold.constants.point_name = '';
    Object.assign(hold, habitsOf(kind, hold.fields, hold.file.samples));
  }

  async look(chosen) {
    this.looking?.abort();
    const looking = this.looking = new AbortController();
    const signal = AbortSignal.any([this.signal, looking.signal]);
    const bar = el('progress', { max: 1, value: 0, 'aria-label': TEXT.readingLabel });
    const told = el('span', { class: 'note' });
    this.wrong.textContent = '';
    this.hold.file = null;
    this.outdated();
    this.draw();
    this.news.replaceChildren(bar, told);
    try {
      const file = await new ImportFile(chosen).look(signal, read => {
        bar.value = read / Math.max(1, chosen.size);
        told.textContent = TEXT.reading(`${Math.round(bar.value * 100)} %`);
      });
      if (signal.aborted) return;
      this.hold.file = file;
      this.recognise();
      this.draw();
      (this.kind === null ? this.setup.querySelector('[name=import_kind]') : this.columns.querySelector('h2'))?.focus();
    } catch (trouble) {
      if (signal.aborted) return;
      this.news.replaceChildren();
      this.wrong.textContent = trouble.message;
      this.setup.querySelector('#import_file').focus();
    }
  }

  draw() {
    const { hold, kind } = this;
    const { file } = hold;
    this.setup.hidden = hold.run !== null && (hold.run.isActive || hold.run.state === 'stopped' || !hold.run.isCheck && hold.run.state === 'done');
    for (const one of this.setup.querySelectorAll('[name=import_kind]')) one.checked = one.value === hold.kind;
    if (file !== null) {
      this.news.replaceChildren(el('p', { role: 'status' }, el('b', { class: 'long' }, file.file.name), ' ', el('span', { class: 'note' },
        TEXT.found(bytes(file.file.size), TEXT.rows(file.rowCount, count(file.rowCount)), TEXT.columns(file.heads.length, count(file.heads.length))))),
      file.faultCount > 0 ? el('p', { class: 'bad' }, TEXT.faulty(file.faultCount, count(file.faultCount))) : '');
    } else this.news.replaceChildren();
    const isReady = file !== null && kind !== null;
    for (const one of [this.columns, this.missing, this.preview, this.acts]) one.hidden = !isReady;
    this.panel.draw();
    if (!isReady || this.setup.hidden) return;
    this.columns.replaceChildren(el('h2', { id: 'import_columns', tabindex: '-1' }, TEXT.columnsTitle), el('p', { class: 'note' }, TEXT.aboutColumns),
      this.mapping(), this.constants(), this.written());
    this.changed();
  }

  mapping() {
    const { hold } = this;
    const selects = hold.file.heads.map((head, at) => el('select', { 'aria-label': TEXT.fieldOf(nameOf(head, at)), onchange: event => {
      const name = event.target.value;
      // A field has one column.
      hold.fields = hold.fields.map((one, other) => one === name && name !== '' ? '' : one);
      hold.fields[at] = name;
      selects.forEach((select, other) => { select.value = hold.fields[other] ?? ''; });
      delete hold.constants[name];
      Object.assign(hold, habitsOf(this.kind, hold.fields, hold.file.samples));
      this.redrawBelow();
    } }, this.options(head, at)));
    return el('div', { class: 'scroll stack', role: 'region', tabindex: '0', 'aria-label': TEXT.mapping }, el('table', { class: 'import-columns' },
      el('thead', {}, el('tr', {}, [TEXT.column, TEXT.samples, TEXT.field].map(title => el('th', { scope: 'col' }, title)))),
      el('tbody', {}, hold.file.heads.map((head, at) => el('tr', {}, el('td', { 'data-title': TEXT.column }, el('b', { class: 'long', dir: 'auto' }, nameOf(head, at))),
        el('td', { 'data-title': TEXT.samples }, el('span', { class: 'import-samples', dir: 'auto' }, samplesOf(hold.file, at))), el('td', { 'data-title': TEXT.field }, selects[at]))))));
  }

  options(head, at) {
    const { columns } = this.kind;
    const chosen = this.hold.fields[at] ?? '';
    const plainColumns = columns.filter(one => !one.name.includes('<'));
    const option = one => el('option', { value: one.name, selected: one.name === chosen }, labelOf(one.name));
    const needed = neededOf(this.kind);
    const own = columns.filter(one => FAMILIES.has(one.name.split('<')[0]) && one.name.includes('<')).map(one => ownField(one.name.split('<')[0], head, at));
    if (chosen !== '' && !own.includes(chosen) && !plainColumns.some(one => one.name === chosen)) own.push(chosen);
    return [el('option', { value: '' }, TEXT.leaveOut),
      needed.length > 0 ? el('optgroup', { label: TEXT.needed }, needed.map(option)) : null,
      needed.length > 0 ? el('optgroup', { label: TEXT.others }, plainColumns.filter(one => !needed.includes(one)).map(option)) : plainColumns.map(option),
      own.length === 0 ? null : el('optgroup', { label: TEXT.ownFields }, own.map(name => el('option', { value: name, selected: name === chosen }, name)))];
  }

  // Values that are the same in all rows.
  constants() {
    const { hold, kind } = this;
    const names = Object.keys(hold.constants);
    const free = kind.columns.filter(one => !one.name.includes('<') && one.name !== kind.key && !hold.fields.includes(one.name) && !names.includes(one.name));
    this.constantsPlace = el('div', { class: 'import-constants' }, el('h3', {}, TEXT.constantsTitle), el('p', { class: 'note' }, TEXT.aboutConstants),
      names.length > 0 ? el('div', { class: 'fields' }, names.map(name => this.constant(name))) : '',
      free.length > 0 ? choice(TEXT.addConstant, [['', TEXT.chooseField], ...free.map(one => [one.name, labelOf(one.name)])], '', name => {
        if (name === '') return;
        hold.constants[name] = '';
        this.redrawBelow();
        this.constantsPlace.querySelector(`[name="${name}"]`)?.focus();
      }) : '');
    return this.constantsPlace;
  }

  constant(name) {
    const { hold } = this;
    const { type, required } = columnOf(this.kind, name);
    const id = `import_${name}`;
    const enter = event => {
      hold.constants[name] = event.target.value;
      this.outdated();
      this.changed();
    };
    const input = type === 'boolean' ? el('select', { id, name, onchange: enter }, [['', WORDS.notSet], ['true', WORDS.choiceYes], ['false', WORDS.choiceNo]].map(([value, label]) =>
      el('option', { value, selected: value === hold.constants[name] }, label)))
      : el('input', { id, name, type: type === 'day' ? 'date' : 'text', autocomplete: 'off', spellcheck: 'false', oninput: enter, list: name === 'point_name' ? `${id}_list` : null });
    if (type !== 'boolean') input.value = hold.constants[name];
    if (name === 'point_name') this.namePoints(id, input);
    return el('div', { class: 'field' }, el('label', { for: id }, labelOf(name), required ? el('small', { class: 'must' }, TEXT.required) : ''),
      el('div', { class: 'beside' }, input, button(TEXT.remove, () => {
        delete hold.constants[name];
        this.redrawBelow();
        this.constantsPlace.querySelector('select')?.focus();
      }, { class: 'outline secondary', 'aria-label': TEXT.removeConstant(labelOf(name)) })));
  }

  async namePoints(id, input) {
    if (!may('loyalty:read')) return;
    this.points ??= pointTypes().catch(() => []);
    const names = (await this.points).map(one => one.point_name);
    input.after(el('datalist', { id: `${id}_list` }, names.map(name => el('option', { value: name }))));
  }

  // Zone, decimals and days, as far as there are columns of them.
  written() {
    const { hold, kind } = this;
    const unclear = el('p', { class: 'notice', hidden: !hold.hasPlaces || hold.isMonthFirst !== null }, TEXT.unclear);
    const types = new Set([...hold.fields, ...Object.keys(hold.constants)].map(name => columnOf(kind, name)?.type));
    const of = (label, options, chosen, name) => choice(label, options, chosen, value => {
      hold[name] = name === 'zone' ? value : value === 'true';
      if (name === 'isMonthFirst') unclear.hidden = true;
      this.outdated();
      this.changed();
    });
    const zones = [...new Set([hold.zone, shownZone(), 'UTC', Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf('timeZone')])];
    const parts = [
      types.has('time') ? of(TEXT.zone, zones.map(one => [one, one]), hold.zone, 'zone') : '',
      types.has('decimal') ? of(TEXT.decimals, [['false', TEXT.point], ['true', TEXT.comma]], String(hold.isComma), 'isComma') : '',
      hold.hasPlaces ? of(TEXT.days, [...hold.isMonthFirst === null ? [['null', TEXT.chooseDays]] : [], ['false', TEXT.dayFirst], ['true', TEXT.monthFirst]],
        String(hold.isMonthFirst), 'isMonthFirst') : '',
    ].filter(Boolean);
    this.writtenPlace = el('div', { class: 'import-written', hidden: parts.length === 0 }, el('h3', {}, TEXT.writtenTitle), el('div', { class: 'filters' }, parts),
      unclear);
    return this.writtenPlace;
  }

  // The result of a check is that of an earlier choice.
  outdated() {
    if (this.hold.run === null || this.hold.run.isActive) return;
    this.hold.run = null;
    this.panel.draw();
  }

  redrawBelow() {
    this.outdated();
    this.constantsPlace.replaceWith(this.constants());
    this.writtenPlace.replaceWith(this.written());
    this.changed();
  }

  // Tells what is missing, and shows the first rows again once the hands rest.
  changed() {
    const { hold, kind } = this;
    const missing = neededOf(kind).filter(one => !hold.fields.includes(one.name) && !hold.constants[one.name]?.trim());
    const isUndated = columnOf(kind, TIME) !== null && !hold.fields.includes(TIME) && !hold.constants[TIME]?.trim();
    this.missing.replaceChildren(missing.length > 0 ? el('p', { class: 'notice' }, TEXT.missing(missing.map(one => labelOf(one.name)).join(', '))) : '',
      isUndated ? el('p', { class: 'notice' }, TEXT.undated(labelOf(TIME))) : '');
    this.acts.replaceChildren(
      button(TEXT.check, () => this.start(true), { class: 'outline', 'data-act': 'check import', title: TEXT.aboutCheck }),
      button(TEXT.start(TEXT.rows(hold.file.rowCount, count(hold.file.rowCount))), () => this.start(false), { 'data-act': 'start import' }));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), PAUSE);
  }

  mappingOf() {
    const { fields, constants, zone, isComma, isMonthFirst } = this.hold;
    return { heads: this.hold.file.heads, fields: [...fields], constants: { ...constants }, zone, isComma, isMonthFirst };
  }

  async show() {
    // Another file is being read meanwhile.
    if (this.hold.file === null) return;
    const turn = ++this.asked;
    const { hold, kind } = this;
    const maker = new RowMaker(kind, this.mappingOf());
    const samples = hold.file.samples.slice(0, PREVIEW);
    const made = samples.map(row => maker.rowOf(row.cells));
    const sent = made.map(one => one.row);
    const names = [...hold.fields, ...Object.keys(hold.constants)].filter(name => maker.columns.some(one => one.name === name));
    const verdicts = samples.map(() => el('span', { class: 'note' }, names.length > 0 ? TEXT.checking : ''));
    const told = el('p', { class: 'note', role: 'status' }, kind.kind === 'fans' || hold.fields.includes(kind.key) ? '' : TEXT.aboutKey);
    this.preview.replaceChildren(el('h2', { id: 'import_preview' }, TEXT.previewTitle), names.length === 0 ? el('p', { class: 'note' }, TEXT.chooseMore)
      : el('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': TEXT.preview }, el('table', {},
        el('thead', {}, el('tr', {}, [TEXT.line, TEXT.verdict, ...names.map(labelOf)].map(title => el('th', { scope: 'col' }, title)))),
        el('tbody', {}, samples.map(({ line }, at) => el('tr', {}, el('td', { class: 'number' }, count(line)), el('td', {}, verdicts[at]),
          names.map(name => el('td', {}, el('span', { class: 'import-value', dir: 'auto' }, sent[at][name] ?? '')))))))), told);
    if (names.length === 0) return;
    try {
      const rows = (await Promise.all(sent.map(row => maker.keyed(row)))).map(one => one.row);
      const { body } = await call(`/api/v1/manage/imports/${kind.kind}`, { method: 'POST', body: { rows, with_effects: false, dry_run: true }, signal: this.signal });
      if (turn !== this.asked || this.signal.aborted) return;
      body.rows.forEach((answer, at) => {
        const { outcome, field, reason } = made[at].refusal === null ? answer : { outcome: 'refused', ...made[at].refusal };
        const isFine = outcome !== 'refused';
        verdicts[at].className = isFine ? 'good' : 'bad';
        verdicts[at].textContent = isFine ? TEXT.fine : [field ? labelOf(field) : null, reason].filter(Boolean).join(': ');
      });
    } catch (trouble) {
      if (turn !== this.asked || this.signal.aborted) return;
      verdicts.forEach(one => { one.textContent = ''; });
      told.textContent = TEXT.notChecked(trouble.message);
      told.className = 'bad';
    }
  }

  // Starts an import, or a check of all rows.
  start(isCheck) {
    const { hold } = this;
    if (hold.fields.every(name => name === '')) {
      say(TEXT.chooseMore, true);
      return;
    }
    hold.run?.end();
    hold.run = new ImportRun({ file: hold.file, kind: this.kind, mapping: this.mappingOf(), isCheck, changed: told });
    hold.run.run();
    this.draw();
    this.panel.focus();
  }

  back() {
    this.hold.run = null;
    this.draw();
    this.acts.querySelector('button')?.focus();
  }

  another() {
    Object.assign(this.hold, { run: null, file: null, fields: [], constants: {} });
    this.draw();
    this.setup.querySelector('#import_file').focus();
  }
}

function nameOf(head, at) {
  return head === '' ? TEXT.unnamed(at + 1) : head;
}

// The fields that each row needs. A key is made here.
function neededOf(kind) {
  return kind.columns.filter(one => one.required && one.name !== kind.key);
}

function ownField(family, head, at) {
  const name = head.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_+|_+$/g, '');
  return name.startsWith(family) ? name : family + (name || String(at + 1));
}

// The first values of a column that differ.
function samplesOf(file, at) {
  const values = new Set();
  for (const { cells } of file.samples) {
    const value = (cells[at] ?? '').trim();
    if (value !== '') values.add(value.length > SAMPLE_LETTERS ? `${value.slice(0, SAMPLE_LETTERS)}…` : value);
    if (values.size === SAMPLES) break;
  }
  return [...values].map(value => el('span', {}, value));
}
