package encore.query.fans;

import encore.kernel.fans.Fan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ProfileBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Answered fans, for tests of components that join fans with other records. */
public final class TestFans {

    private TestFans() {}

    public static Fan of(long fan, @Nullable String firstName, @Nullable String email) {
        var profile = ProfileBuilder.builder().firstName(firstName).email(email).build();
        return StoredFan.registered(7, fan, 1, Instant.EPOCH, profile, Consent.EMPTY)
                .toFan(true, null);
    }
}
