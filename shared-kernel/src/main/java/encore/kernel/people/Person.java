package encore.kernel.people;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person who works for an account.
 *
 * @param email null after the person was erased
 * @param name null after the person was erased
 * @param isAccepted whether the person accepted the invitation
 * @param hasCodes whether codes of an app are asked for
 * @param creationTimestamp when the person was invited
 * @param lastSignInTimestamp null before the first sign-in
 */
public record Person(
        String personUid,
        @Nullable String email,
        @Nullable String name,
        Role role,
        boolean isAccepted,
        boolean isDisabled,
        boolean hasCodes,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant lastSignInTimestamp) {}
