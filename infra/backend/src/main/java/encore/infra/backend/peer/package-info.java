/** The way between gateways and sides that are processes of their own: RSocket over TCP, behind a shared secret. */
@NullMarked
package encore.infra.backend.peer;

import org.jspecify.annotations.NullMarked;
