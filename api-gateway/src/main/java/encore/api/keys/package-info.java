/** The keys and accounts that every gateway knows without asking, and their limits. */
@NullMarked
package encore.api.keys;

import org.jspecify.annotations.NullMarked;
