/** Decides who may call what: keys, scopes, lock classes, limits, and each call's place in the log. */
@NullMarked
package encore.api.access;

import org.jspecify.annotations.NullMarked;
