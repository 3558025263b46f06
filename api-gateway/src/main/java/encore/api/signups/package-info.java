/** Sign-ups at shows and on venues' wireless networks, and the check of a contact. */
@NullMarked
package encore.api.signups;

import org.jspecify.annotations.NullMarked;
