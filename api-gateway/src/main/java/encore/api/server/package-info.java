/** What the servers are told and share: settings, addresses, who is here, how much of a request is held, and files. */
@NullMarked
package encore.api.server;

import org.jspecify.annotations.NullMarked;
