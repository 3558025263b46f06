/** The messages that carry codes: their text, their delivery, and those that the demo shows. */
@NullMarked
package encore.kernel.contacts.messages;

import org.jspecify.annotations.NullMarked;
