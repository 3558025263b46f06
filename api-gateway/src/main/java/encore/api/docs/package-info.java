/** Describes the API as OpenAPI, from the same records that bind input and write answers, and explains its problems. */
@NullMarked
package encore.api.docs;

import org.jspecify.annotations.NullMarked;
