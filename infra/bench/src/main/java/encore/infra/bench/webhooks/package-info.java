/** The two ends that deliveries of webhooks are measured with. */
@NullMarked
package encore.infra.bench.webhooks;

import org.jspecify.annotations.NullMarked;
