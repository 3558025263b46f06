/** Calls to hosts that customers name: one client and one rule, for gateways and command nodes. */
@NullMarked
package encore.infra.backend.egress;

import org.jspecify.annotations.NullMarked;
