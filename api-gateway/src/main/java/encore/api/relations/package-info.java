/** Relations of tags and of idols over HTTP. */
@NullMarked
package encore.api.relations;

import org.jspecify.annotations.NullMarked;
