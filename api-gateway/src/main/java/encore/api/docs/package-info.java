/** Describes the API to those who call it: OpenAPI, from the same records that bind input and write answers. */
@NullMarked
package encore.api.docs;

import org.jspecify.annotations.NullMarked;
