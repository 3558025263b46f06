/** Answers failures as problem+json, and mints the ids of requests and records. */
@NullMarked
package encore.api.problems;

import org.jspecify.annotations.NullMarked;
