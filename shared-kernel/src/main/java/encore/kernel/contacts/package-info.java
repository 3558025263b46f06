/** Contacts of people who log in: requests for codes, tries, proofs and limits of one email or phone. */
@NullMarked
package encore.kernel.contacts;

import org.jspecify.annotations.NullMarked;
