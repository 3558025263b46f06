/** Parts that the adapters of the log share: announcements to listeners, cached stream heads, a watched clock. */
@NullMarked
package encore.infra.eventstore.log.adapter;

import org.jspecify.annotations.NullMarked;
