// One field that finds fans, campaigns, quests, rewards, performances, segments and pages: a combobox with a list below it.
import { get } from './calls.js';
import { pages } from './navigation.js';
import { el } from './parts.js';
import { may } from './session.js';
import { FINDER } from './texts.js';

const MOST = 8;
const PAUSE = 180;

// The groups of the answer in their order. A group has things of one kind or of several, each with its address.
const GROUPS = {
  pages: [],
  fans: [],
  campaigns: ['apps'],
  quests: ['quests'],
  rewards: ['rewards'],
  performances: ['performances'],
  tickets: ['ticket_events'],
  segments: ['tags', 'search_filters', 'snapshots'],
  venues: ['venues'],
  idols: ['idols', 'idol_events'],
  businesses: ['businesses'],
  points: ['points'],
  streams: ['streams'],
  portals: ['template_portals'],
  trackers: ['trackers'],
};

const ADDRESSES = {
  ticket_events: id => `#tickets/${id}`,
  tags: id => `#segments/tag/${id}`,
  search_filters: id => `#segments/filter/${id}`,
  snapshots: id => `#segments/snapshot/${id}`,
};

// What is asked: a name, and a function whose answer has rows of { title, about, href } by group.
const QUESTIONS = [
  [FINDER.kinds.pages, async words => ({ pages: pages().filter(page => begins(page.title, words) || begins(page.group, words))
    .map(page => ({ title: page.title, about: page.group === page.title ? '' : page.group, href: page.address })) })],
  [FINDER.kinds.fans, async (words, signal) => ({ fans: (await fansFound(words, signal)).map(fan => ({
    title: fan.display_name ?? fan.name ?? ([fan.first_name, fan.last_name].filter(Boolean).join(' ') || (fan.email ?? `${fan.fan_id}`)),
    about: fan.email ?? String(fan.fan_id), href: `#fan/${fan.fan_id}`,
  })) })],
  [FINDER.things, async (words, signal) => {
    const found = Map.groupBy(await get('/api/v1/manage/found', { q: words, limit: MOST }, signal), row => row.kind);
    return Object.fromEntries(Object.entries(GROUPS).map(([group, kinds]) => [group, kinds.flatMap(kind => (found.get(kind) ?? []).map(row => thing(kind, row, kinds)))]));
  }],
];

// Of several kinds in one group each row says its own.
function thing(kind, { id, name, about }, kinds) {
  const own = encodeURIComponent(id);
  return { title: name, about: [kinds.length > 1 ? FINDER.one[kind] : null, about].filter(Boolean).join(' · '),
    href: ADDRESSES[kind]?.(own) ?? `#things/${kind}/${own}` };
}

// Who does not see contacts asks by id alone.
async function fansFound(words, signal) {
  if (!may('fans:read')) return [];
  if (may('contacts:read')) return (await get('/api/v1/crm/fans', { name: words, limit: MOST }, signal)).data;
  return /^\d{1,18}$/.test(words) ? [await get(`/api/v1/crm/fans/${words}`, {}, signal).catch(unknown)].filter(Boolean) : [];
}

function unknown(trouble) {
  if (trouble.status === 404) return null;
  throw trouble;
}

// Begins a word of the text.
function begins(text, words) {
  return words.toLowerCase().split(/\s+/).filter(Boolean)
    .every(word => text.toLowerCase().split(/[\s/_-]+/).some(part => part.startsWith(word)));
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
      if (words === '') draw([]);
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
    const found = {};
    const failed = [];
    list.setAttribute('aria-busy', 'true');
    // What is known first is shown first, in the order of the groups.
    await Promise.all(QUESTIONS.map(async ([name, ask]) => {
      try {
        for (const [group, rows] of Object.entries(await ask(words, signal))) found[group] = [...found[group] ?? [], ...rows];
      } catch (trouble) {
        if (signal.aborted) return;
        failed.push(name);
      }
      if (!signal.aborted) draw(Object.keys(GROUPS).map(group => [group, found[group] ?? []]));
    }));
    if (signal.aborted) return;
    list.removeAttribute('aria-busy');
    told.textContent = [options.length === 0 ? FINDER.none : FINDER.many(options.length),
      failed.length ? FINDER.failed(failed.join(', ')) : FINDER.hint].join(' ');
  }

  function draw(kinds) {
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
