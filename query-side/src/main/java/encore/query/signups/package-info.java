/** Finds the fans of contacts for sign-ups. */
@NullMarked
package encore.query.signups;

import org.jspecify.annotations.NullMarked;
