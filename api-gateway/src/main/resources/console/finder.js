// One field that finds fans, campaigns, quests, rewards, performances, segments and pages: a combobox with a list below it.
import { get } from './calls.js';
import { pages } from './navigation.js';
import { el } from './parts.js';
import { may } from './session.js';
import { FINDER } from './texts.js';

const MOST = 8;
const PAUSE = 180;

// Each kind with the rights that its question needs, and the question. An answer is a list of { title, about, href }.
const KINDS = [
  ['pages', [], async words => pages().filter(page => begins(page.title, words) || begins(page.group, words))
    .map(page => ({ title: page.title, about: page.group === page.title ? '' : page.group, href: page.address }))],
  ['fans', ['fans:read'], async (words, signal) => {
    // Who does not see contacts asks by id alone.
    if (!may('contacts:read') && !/^\d{1,18}$/.test(words)) return [];
    const found = may('contacts:read') ? (await get('/api/v1/crm/fans', { name: words, limit: MOST }, signal)).data
      : [await get(`/api/v1/crm/fans/${words}`, {}, signal).catch(unknown)].filter(Boolean);
    return found.map(fan => ({
      title: fan.display_name ?? fan.name ?? ([fan.first_name, fan.last_name].filter(Boolean).join(' ') || (fan.email ?? `${fan.fan_id}`)),
      about: fan.email ?? String(fan.fan_id), href: `#fan/${fan.fan_id}`,
    }));
  }],
  ['campaigns', ['campaigns:read'], listed('/api/v1/manage/apps', row => row.name ?? row.title, row => row.app_type, row => `#things/apps/${row.page_tab_id}`)],
  ['quests', ['loyalty:read'], listed('/api/v1/manage/quests', row => row.quest_title ?? row.title ?? row.name, () => '', row => `#things/quests/${row.page_tab_id}`)],
  ['rewards', ['loyalty:read'], listed('/api/v1/manage/rewards', row => row.reward_title, () => '', row => `#things/rewards/${row.reward_uid}`)],
  ['performances', ['content:read'], listed('/api/v1/manage/performances', row => row.performance_name, row => row.performance_date, row => `#things/performances/${row.performance_uid}`)],
  ['segments', ['fans:read'], async (words, signal) => {
    const kinds = [
      ['tag', '/api/v1/manage/tags', row => row.tag_name, row => row.tag_id],
      ['filter', '/api/v1/manage/search_filters', row => row.filter_name, row => row.filter_uid],
      ['snapshot', '/api/v1/manage/snapshots', row => row.snapshot_name, row => row.snapshot_uid],
    ];
    const found = await Promise.all(kinds.map(([type, path, title, id]) =>
      listed(path, title, () => type, row => `#segments/${type}/${id(row)}`)(words, signal)));
    return found.flat();
  }],
];

function unknown(trouble) {
  if (trouble.status === 404) return null;
  throw trouble;
}

// Begins a word of the text.
function begins(text, words) {
  return words.toLowerCase().split(/\s+/).filter(Boolean)
    .every(word => text.toLowerCase().split(/[\s/_-]+/).some(part => part.startsWith(word)));
}

// A list that is asked by the first letters of a word of the name.
function listed(path, title, about, href) {
  return async (words, signal) => {
    const answer = await get(path, { q: words, limit: MOST }, signal);
    return (Array.isArray(answer) ? answer : answer.data ?? [])
      .map(row => ({ title: String(title(row) ?? ''), about: about(row) ?? '', href: href(row) }))
      .filter(row => begins(row.title, words)).slice(0, MOST);
  };
}

export function finder() {
  let asking = new AbortController();
  let waiting = 0;
  let options = [];
  let active = -1;
  const list = el('div', { id: 'found', role: 'listbox', 'aria-label': FINDER.label });
  const told = el('p', { class: 'hint', role: 'status' }, FINDER.hint);
  const field = el('input', {
    type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', autofocus: true,
    placeholder: FINDER.placeholder, 'aria-label': FINDER.label, 'aria-controls': 'found', 'aria-expanded': 'false', 'aria-autocomplete': 'list',
    oninput: () => {
      clearTimeout(waiting);
      asking.abort();
      const words = field.value.trim();
      if (words === '') draw([], []);
      else waiting = setTimeout(() => find(words), PAUSE);
    },
    onkeydown: event => {
      const steps = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in steps && options.length > 0) {
        event.preventDefault();
        mark((active + steps[event.key] + options.length + (active < 0 && event.key === 'ArrowUp' ? 1 : 0)) % options.length);
      } else if (event.key === 'Home' && event.ctrlKey && options.length > 0) mark(0);
      else if (event.key === 'End' && event.ctrlKey && options.length > 0) mark(options.length - 1);
      else if (event.key === 'Enter') {
        event.preventDefault();
        options[Math.max(active, 0)]?.click();
      }
    },
  });
  const dialog = el('dialog', { class: 'finder', 'aria-label': FINDER.label, onclose: () => {
    asking.abort();
    clearTimeout(waiting);
    dialog.remove();
  }, onclick: event => {
    if (event.target === dialog) dialog.close();
  } }, el('article', {}, field, list, told));

  async function find(words) {
    asking = new AbortController();
    const { signal } = asking;
    const found = new Map();
    const failed = [];
    list.setAttribute('aria-busy', 'true');
    // Each kind is shown as soon as it is known, in the order of the kinds.
    await Promise.all(KINDS.filter(([, rights]) => may(...rights)).map(async ([kind, , ask]) => {
      try {
        found.set(kind, await ask(words, signal));
      } catch (trouble) {
        if (signal.aborted) return;
        failed.push(FINDER.kinds[kind]);
      }
      if (!signal.aborted) draw(KINDS.map(([name]) => [name, found.get(name) ?? []]), failed, found.size);
    }));
    if (signal.aborted) return;
    list.removeAttribute('aria-busy');
    told.textContent = [options.length === 0 ? FINDER.none : FINDER.many(options.length),
      failed.length ? FINDER.failed(failed.join(', ')) : FINDER.hint].join(' ');
  }

  function draw(kinds, failed) {
    const before = options[active]?.dataset.href;
    options = [];
    list.replaceChildren(...kinds.filter(([, rows]) => rows.length > 0).map(([kind, rows]) => {
      const id = `found_${kind}`;
      return el('div', { role: 'group', 'aria-labelledby': id }, el('div', { id, class: 'kind', role: 'presentation' }, FINDER.kinds[kind]),
        rows.map(row => {
          const option = el('div', { role: 'option', id: `found_${options.length}`, 'aria-selected': 'false', 'data-href': row.href,
            onclick: () => go(row.href) }, el('span', { class: 'name' }, row.title), row.about ? el('small', {}, row.about) : null);
          options.push(option);
          return option;
        }));
    }));
    field.setAttribute('aria-expanded', String(options.length > 0));
    if (kinds.length === 0) told.textContent = FINDER.hint;
    active = -1;
    if (options.length > 0) mark(Math.max(0, options.findIndex(one => one.dataset.href === before)));
    else field.removeAttribute('aria-activedescendant');
  }

  function mark(at) {
    options[active]?.setAttribute('aria-selected', 'false');
    active = at;
    options[at].setAttribute('aria-selected', 'true');
    options[at].scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-activedescendant', options[at].id);
  }

  function go(href) {
    dialog.close();
    if (href.startsWith('/')) window.open(href, '_blank', 'noopener');
    else {
      document.getElementById('view').focus();
      location.hash = href;
    }
  }

  document.body.append(dialog);
  dialog.showModal();
  field.focus();
}
