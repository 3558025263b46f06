package encore.kernel.signups;

import encore.kernel.Query;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked around sign-ups. */
public sealed interface SignupQuery<R> extends Query<R> {

    /**
     * The fan with this email, else the fan with this phone (spec 1, 4: GET /v1/sessions/check).
     *
     * @param email normalised; null for none
     * @param phone in E.164; null for none
     */
    record CheckContacts(
            long account, @Nullable String email, @Nullable String phone) implements SignupQuery<CheckedContact> {}
}
