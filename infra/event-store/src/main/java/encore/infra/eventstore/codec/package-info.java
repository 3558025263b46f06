/** Events as the log keeps them: names, revisions, JSON, and personal data under the subject's key. */
@NullMarked
package encore.infra.eventstore.codec;

import org.jspecify.annotations.NullMarked;
