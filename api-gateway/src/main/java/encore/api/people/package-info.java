/** The people of an account: who they are, which roles they have, and what each may do about itself. */
@NullMarked
package encore.api.people;

import org.jspecify.annotations.NullMarked;
