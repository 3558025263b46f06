// Everything that the account keeps: `#things` names it, `#things/<resource>` is a list, `#things/<resource>/<id>…` one thing.
import { Trouble } from './calls.js';
import { chooseContext, list } from './thing-list.js';
import { address, catalogue, hasPage, isAllowed, isOpen, resource } from './resources.js';
import { changing, making, page } from './thing-page.js';
import { el, entitle } from './parts.js';
import { roleName, user } from './session.js';
import { FRAME, THINGS as TEXT, WORDS } from './texts.js';

export async function things(main, signal, [name, ...rest]) {
  if (!name) return everything(main);
  const of = await resource(name);
  if (signal.aborted) return;
  entitle(of.title);
  const asked = rest.filter(part => part !== '');
  const last = asked.at(-1);
  const context = of.context.length;
  if (last === 'new' && asked.length === context + 1 && of.create) return guarded(main, of.create, () => making(main, signal, of, named(of, asked)));
  if (last === 'change' && asked.length === of.ids.length + 1 && of.change) return guarded(main, of.change, () => changing(main, signal, of, named(of, asked)));
  if (asked.length < context) return chooseContext(main, of, (await catalogue()).get(of.parent), signal);
  if (asked.length === of.ids.length && (of.own || !of.list) && (of.one || hasPage(of))) return guarded(main, of.one ?? of.list, () => page(main, signal, of, named(of, asked)));
  if (asked.length > context) throw new Trouble(404, { detail: TEXT.noSuchPage });
  const ids = named(of, asked);
  if (of.list) return guarded(main, of.list, async () => { main.append(...await back(of, ids), list(of, ids, signal)); });
  if (of.create) return guarded(main, of.create, () => making(main, signal, of, ids));
  throw new Trouble(404, { detail: WORDS.noSuchList });
}

// A list of things that belong to another thing leads back to that one.
async function back(of, ids) {
  const parent = (await catalogue()).get(of.parent);
  return parent && parent.ids.length > 0 && parent.ids.every(id => ids[id] !== undefined)
    ? [el('p', { class: 'back' }, el('a', { href: address(parent, ids) }, parent.one_title))] : [];
}

function named(of, values) {
  return Object.fromEntries(of.ids.map((id, at) => [id, values[at]]).filter(([, value]) => value !== undefined));
}

async function guarded(main, operation, show) {
  if (isAllowed(operation)) return show();
  main.append(el('h1', {}, FRAME.notForRole), el('p', {}, FRAME.notForRoleAbout(roleName(user().role))));
}

// The resources of the account, by area.
async function everything(main) {
  entitle(TEXT.everything);
  const tops = [...(await catalogue()).values()].filter(one => one.context.length === 0 && isOpen(one) && (one.list || one.one || one.create));
  const areas = Map.groupBy(tops, one => one.area);
  main.append(el('h1', {}, TEXT.everything), el('p', { class: 'note' }, TEXT.about),
    el('div', { class: 'areas' }, [...areas].map(([area, of]) => el('section', {}, el('h2', {}, area.charAt(0).toUpperCase() + area.slice(1)),
      el('ul', {}, of.sort((a, b) => a.title.localeCompare(b.title)).map(one => el('li', {}, el('a', { href: one.page ? `#${one.page}` : `#things/${one.name}` }, one.title))))))));
}
