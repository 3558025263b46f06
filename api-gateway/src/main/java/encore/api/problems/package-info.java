/** Tells what went wrong, as problem+json, and makes the ids by which requests are told apart. */
@NullMarked
package encore.api.problems;

import org.jspecify.annotations.NullMarked;
