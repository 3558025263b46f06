// Taking a snapshot of the fans that are found or in a segment now.
import { post } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { el } from './parts.js';
import { SNAPSHOTS as TEXT } from './texts.js';

// `whom` selects the fans; its errors are shown at the fields that it came from.
export function taking(whom, from = []) {
  const name = fieldsOf([{ name: 'snapshot_name', label: TEXT.nameOfSnapshot }]);
  const done = el('p', { role: 'status' });
  const both = { ...name, complain: trouble => fieldsOf([...name.fields, ...from]).complain(trouble) };
  return el('details', { class: 'keep' }, el('summary', {}, TEXT.takeOne), form(both, TEXT.take, async values => {
    const taken = await post('/api/v1/manage/snapshots', { ...whom(), ...values });
    name.show({});
    done.replaceChildren(TEXT.taken, el('a', { class: 'long', href: `#segments/snapshot/${taken.snapshot_uid}` }, taken.snapshot_name));
  }), done);
}
