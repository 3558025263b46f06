/** Contacts and the callers who may not see them. */
@NullMarked
package encore.api.privacy;

import org.jspecify.annotations.NullMarked;
