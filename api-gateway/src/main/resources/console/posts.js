// Posts of a stream as cards, decided on by keys, by buttons, or many at once.
import { dataOf, get, post, uidOf } from './calls.js';
import { when } from './locale.js';
import { button, choice, count, el, outside, say, section, subtabs, unlessLeft } from './parts.js';
import { picker } from './picker.js';
import { catalogue } from './resources.js';
import { isPerson, may, user } from './session.js';
import { POSTS } from './texts.js';

const STREAMS = '/api/v1/manage/moderated_streams';
const STATES = ['to_approve', 'shown', 'hidden'];
const CHOICES = 100;
const PAGE = 60;
const LOADED_AT_A_TIME = 4;
const LONG = 280;

export async function posts(main, signal, [key, state = 'to_approve']) {
  main.append(el('h1', {}, POSTS.title));
  const { data: streams, meta } = await get(STREAMS, { limit: CHOICES }, signal);
  if (streams.length === 0) {
    main.append(el('p', { class: 'note' }, POSTS.noStreams),
      may('content:write') ? el('p', {}, el('a', { class: 'go', href: '#things/streams/new' }, POSTS.newStream)) : '');
    return;
  }
  const chosen = key === undefined ? streams.toSorted((one, other) => other.to_approve_count - one.to_approve_count)[0]
    : streams.find(one => one.stream_key === key) ?? await named(uidOf(key), signal);
  const asked = STATES.includes(state) ? state : STATES[0];
  const grid = new Grid(chosen, asked, signal);
  main.append(el('div', { class: 'filters' }, await streamChoice(streams, chosen, asked, Boolean(meta.next_key))), grid.node);
  await grid.load();
}

// A stream beyond the first page of them.
async function named(key, signal) {
  for (let next = null; ;) {
    const { data, meta } = await get(STREAMS, { limit: 500, next_key: next }, signal);
    const found = data.find(one => one.stream_key === key);
    if (found) return found;
    if (!meta.next_key) return { stream_key: key, stream_name: null, to_approve_count: 0, shown_count: 0, hidden_count: 0 };
    next = meta.next_key;
  }
}

function nameOf(stream) {
  return stream.stream_name ?? POSTS.unnamed(stream.stream_key);
}

async function streamChoice(streams, chosen, state, isMany) {
  const go = key => { location.hash = `#posts/${key}/${state}`; };
  const resource = isMany ? (await catalogue()).get('moderated_streams') : undefined;
  if (!resource) {
    return choice(POSTS.stream, streams.map(one => [one.stream_key, one.to_approve_count > 0 ? POSTS.waiting(nameOf(one), count(one.to_approve_count))
      : nameOf(one)]), chosen.stream_key, go);
  }
  const field = picker({ name: 'stream_key', label: POSTS.stream, resource: { ...resource, own: 'stream_key', title_field: 'stream_name' } });
  field.node.addEventListener('chosen', () => go(field.read().stream_key));
  field.show({ stream_key: chosen.stream_key });
  return field.node;
}

class Grid {
  constructor(stream, state, signal) {
    this.stream = stream;
    this.state = state;
    this.signal = signal;
    this.path = `/api/v1/manage/streams/${encodeURIComponent(stream.stream_key)}/records`;
    this.counts = Object.fromEntries(STATES.map(one => [one, stream[`${one}_count`]]));
    this.cards = [];
    this.keys = [null];
    this.pictures = pictures(signal);
    this.tabs = el('div');
    this.bulk = el('div', { class: 'bulk' });
    this.list = el('ul', { class: 'posts', 'aria-label': POSTS.list, onkeydown: event => this.pressed(event) });
    this.place = el('div', { 'aria-live': 'off' });
    this.node = el('div', {}, this.tabs, this.bulk, this.place);
    this.canDecide = may('moderation:write');
  }

  async load() {
    await section(this.place, this.signal, async () => {
      const page = await get(this.path, { moderation_state: this.state, order: this.state === 'to_approve' ? 'asc' : 'desc', limit: PAGE,
        next_record_key: this.keys.at(-1) }, this.signal);
      this.more = page.meta.next_record_key ?? null;
      this.cards = page.data.map(row => new Card(row, this));
      this.list.replaceChildren(...this.cards.map(card => card.node));
      this.reachable(this.cards[0]);
      return [this.cards.length === 0 ? el('p', { class: 'none' }, POSTS.none[this.state]) : this.list, this.pager()];
    });
    this.tell();
    if (this.signal.aborted) return;
    // The keys count at once, unless somebody has begun with something else.
    if (document.activeElement === document.body || document.activeElement?.id === 'view') this.cards[0]?.article.focus({ preventScroll: true });
  }

  // Only one card is in the order of the Tab key; arrows lead to the others.
  reachable(card) {
    this.cards.forEach(one => { one.article.tabIndex = one === card ? 0 : -1; });
  }

  tell() {
    this.tabs.replaceChildren(subtabs(POSTS.choose, STATES.map(one => [`#posts/${this.stream.stream_key}/${one}`,
      POSTS.stateOf(POSTS.states[one], count(this.counts[one]))]), `#posts/${this.stream.stream_key}/${this.state}`));
    const selected = this.selected();
    const hold = document.activeElement?.closest('.bulk') ? document.activeElement.textContent : null;
    this.bulk.replaceChildren(...!this.canDecide ? [] : [
      el('span', { role: 'status' }, selected.length > 0 ? POSTS.selected(count(selected.length)) : ''),
      ...selected.length > 0 ? [
        button(POSTS.approve, () => this.decide(this.selected(), true)),
        button(POSTS.hide, () => this.decide(this.selected(), false), { class: 'outline' }),
        button(POSTS.unselect, () => this.select([]), { class: 'outline secondary' }),
      ] : [],
      this.cards.length > 1 && selected.length < this.cards.length ? button(POSTS.selectAll, () => this.select(this.cards), { class: 'outline secondary' }) : '',
      this.cards.length > 0 ? button(POSTS.keys, help, { class: 'outline secondary', 'aria-haspopup': 'dialog' }) : '',
    ]);
    if (hold !== null) ([...this.bulk.querySelectorAll('button')].find(one => one.textContent === hold) ?? this.cards[0]?.article)?.focus();
  }

  selected() {
    return this.cards.filter(card => card.isSelected);
  }

  select(cards) {
    const all = new Set(cards);
    this.cards.forEach(card => card.select(all.has(card)));
    this.tell();
  }

  pager() {
    const turn = (label, keys) => button(label, () => {
      this.keys = keys;
      this.load().then(() => {
        scrollTo(0, 0);
        this.cards[0]?.article.focus({ preventScroll: true });
      });
    }, { class: 'outline', disabled: keys === null });
    if (this.keys.length === 1 && !this.more && this.cards.length === 0) return '';
    return el('div', { class: 'pager' },
      this.keys.length === 1 && !this.more ? '' : [turn(POSTS.previous, this.keys.length === 1 ? null : this.keys.slice(0, -1)),
        turn(POSTS.next, this.more ? [...this.keys, this.more] : null)],
      turn(POSTS.again, [null]),
      el('span', { class: 'note', role: 'status' }, POSTS.page(count(this.keys.length), this.cards.length)));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.cards.findIndex(card => card.node.contains(event.target));
    if (at < 0) return;
    const isCard = event.target === this.cards[at].article;
    const across = getComputedStyle(this.list).gridTemplateColumns.split(' ').length;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across, j: 1, k: -1 };
    const acts = {
      a: () => this.decide(this.meant(at), true, at),
      h: () => this.decide(this.meant(at), false, at),
      '?': help,
      Escape: () => this.select([]),
    };
    if (event.key in steps) this.go(at + steps[event.key]);
    else if (event.key === ' ' && isCard && this.canDecide) {
      this.cards[at].select(!this.cards[at].isSelected);
      this.tell();
    } else if (event.key in acts && (this.canDecide || event.key === '?')) acts[event.key]();
    else return;
    event.preventDefault();
  }

  meant(at) {
    const selected = this.selected();
    return selected.length > 0 ? selected : [this.cards[at]];
  }

  go(at) {
    const card = this.cards[at];
    if (!card) return;
    this.reachable(card);
    card.article.focus();
    card.node.scrollIntoView({ block: 'nearest' });
  }

  // The cards stay where they are, so that they can be decided anew. The next one gets the keys at once.
  async decide(cards, isApproved, at = -1) {
    const wanted = cards.filter(card => !card.isBusy);
    if (wanted.length === 0) return;
    wanted.forEach(card => card.busy(true));
    if (at >= 0 && cards.length === 1) this.go(at + 1);
    try {
      await post(`${this.path}/flags`, { feed_record_ids: wanted.map(card => card.row.feed_record_id), is_approved: isApproved, is_reviewed: true });
      if (this.signal.aborted) return;
      for (const card of wanted) {
        const state = isApproved ? 'shown' : 'hidden';
        this.counts[card.row.moderation_state]--;
        this.counts[state]++;
        card.decided(state);
      }
      say(POSTS.done(wanted.length, isApproved));
    } catch (trouble) {
      if (this.signal.aborted) return;
      wanted.forEach(card => card.failed(trouble.message));
      unlessLeft(this.signal)(trouble);
    } finally {
      wanted.forEach(card => card.busy(false));
    }
    this.tell();
  }
}

class Card {
  constructor(row, grid) {
    this.row = row;
    this.grid = grid;
    this.isBusy = this.isSelected = false;
    const author = row.display_name ?? row.author_name ?? row.author_screen_name ?? POSTS.somebody;
    this.state = el('p', { class: 'decision' });
    this.wrong = el('p', { class: 'bad', role: 'alert', hidden: true });
    this.box = grid.canDecide ? el('input', { type: 'checkbox', 'aria-label': `${POSTS.select}: ${POSTS.by(author)}`, onchange: () => {
      this.select(this.box.checked);
      grid.tell();
    } }) : null;
    this.buttons = grid.canDecide ? [[POSTS.approve, true, ''], [POSTS.hide, false, 'outline']].map(([label, isApproved, style]) =>
      button(label, () => grid.decide([this], isApproved), { class: style, 'aria-label': `${label}: ${POSTS.by(author)}` })) : [];
    this.article = el('article', { class: 'post', tabindex: '-1', 'aria-label': POSTS.by(author), onfocus: () => grid.reachable(this) },
      row.image_url ? grid.pictures(`${grid.path}/${row.feed_record_id}/image`, POSTS.picture(author)) : '',
      el('div', { class: 'words' },
        el('header', {}, authorOf(row, author), this.box),
        caption(row.caption),
        el('p', { class: 'about' }, when(row.creation_timestamp), row.network === 'portal' ? '' : [' · ', row.network],
          row.video_url ? [' · ', linked(row.video_url, POSTS.video)] : '', row.record_url ? [' · ', linked(row.record_url, POSTS.original)] : '',
          row.is_reported ? [' · ', el('strong', { class: 'bad' }, POSTS.reported)] : ''),
        this.state, this.wrong,
        this.buttons.length > 0 ? el('div', { class: 'buttons' }, this.buttons) : ''));
    this.node = el('li', {}, this.article);
    this.tell();
  }

  tell() {
    const { moderation_state: state, decided_at: at, decided_by: by, decided_by_label: label } = this.row;
    const who = label ?? (by ? by.startsWith('key:') || by.startsWith('console:') ? by.split(':')[1] : POSTS.unknown : null);
    const words = state === 'to_approve' ? POSTS.waits : who === null ? POSTS.arrived : state === 'shown' ? POSTS.approvedBy(who) : POSTS.hiddenBy(who);
    this.state.replaceChildren(words, at ? [', '] : '', at ? when(at) : '');
    this.article.dataset.state = state;
    this.article.classList.toggle('is-decided', state !== this.grid.state);
  }

  decided(state) {
    const me = user();
    Object.assign(this.row, { moderation_state: state, decided_at: Math.floor(Date.now() / 1000), decided_by: me.person_uid ?? `key:${me.api_key}`,
      decided_by_label: isPerson() ? me.name ?? me.email : me.label ?? me.api_key });
    this.wrong.hidden = true;
    this.select(false);
    this.tell();
  }

  failed(sentence) {
    this.wrong.textContent = POSTS.failed(sentence);
    this.wrong.hidden = false;
  }

  select(isSelected) {
    this.isSelected = isSelected;
    if (this.box) this.box.checked = isSelected;
    this.article.classList.toggle('is-selected', isSelected);
  }

  busy(isBusy) {
    this.isBusy = isBusy;
    this.buttons.forEach(one => one.setAttribute('aria-busy', String(isBusy)));
  }
}

function authorOf(row, author) {
  return row.network === 'portal' && row.author_id && may('fans:read')
    ? el('a', { class: 'author long', href: `#fan/${row.author_id}`, dir: 'auto' }, author) : el('span', { class: 'author long', dir: 'auto' }, author);
}

function linked(address, label) {
  const link = outside(address);
  if (link instanceof Node) link.textContent = label;
  return link instanceof Node ? link : label;
}

function caption(text) {
  if (!text) return '';
  const words = el('p', { class: 'caption', dir: 'auto' }, text);
  if (text.length <= LONG) return words;
  words.classList.add('short');
  const more = button(POSTS.all, () => {
    const isShort = words.classList.toggle('short');
    more.textContent = isShort ? POSTS.all : POSTS.less;
    more.setAttribute('aria-expanded', String(!isShort));
  }, { class: 'link', 'aria-expanded': 'false' });
  return [words, more];
}

// Pictures are loaded when they come near the screen, a few at a time, and kept by the browser.
function pictures(signal) {
  const waiting = [];
  let loading = 0;
  const seen = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      waiting.push(target);
    }
    next();
  }, { rootMargin: '300px' });
  signal.addEventListener('abort', () => seen.disconnect(), { once: true });

  function next() {
    while (loading < LOADED_AT_A_TIME && waiting.length > 0) {
      loading++;
      load(waiting.shift()).finally(() => {
        loading--;
        if (!signal.aborted) next();
      });
    }
  }

  async function load(place) {
    try {
      const image = el('img', { src: await dataOf(place.path, signal), alt: place.words });
      place.replaceChildren(image);
    } catch {
      if (signal.aborted) return;
      place.classList.add('is-missing');
      place.replaceChildren(POSTS.noPicture);
    }
    place.removeAttribute('aria-busy');
  }

  return (path, words) => {
    const place = el('div', { class: 'picture', 'aria-busy': 'true' }, el('span', { class: 'unseen' }, POSTS.loading));
    Object.assign(place, { path, words });
    seen.observe(place);
    return place;
  };
}

function help() {
  const dialog = el('dialog', { 'aria-labelledby': 'keys_title', onclose: () => dialog.remove() }, el('article', { class: 'narrow' },
    el('h2', { id: 'keys_title' }, POSTS.keys),
    el('dl', { class: 'keys' }, POSTS.help.map(([keys, act]) => [el('dt', {}, keys.split('  ').map(key => [el('kbd', {}, key), ' '])), el('dd', {}, act)])),
    el('div', { class: 'buttons' }, button(POSTS.close, () => dialog.close(), { autofocus: true }))));
  document.body.append(dialog);
  dialog.showModal();
}
