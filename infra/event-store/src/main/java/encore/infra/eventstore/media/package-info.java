/** The bytes of media, which lie beside the log. */
@NullMarked
package encore.infra.eventstore.media;

import org.jspecify.annotations.NullMarked;
