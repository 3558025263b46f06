/** Decides on codes, tries, proofs and limits of the contacts that people log in with. */
@NullMarked
package encore.command.contacts;

import org.jspecify.annotations.NullMarked;
