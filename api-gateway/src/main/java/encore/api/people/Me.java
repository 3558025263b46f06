package encore.api.people;

import encore.api.authentication.ConsoleSessions.Session;
import encore.api.keys.ActiveKey;
import encore.api.keys.Principal;
import encore.kernel.people.Person;
import encore.kernel.people.Right;
import encore.kernel.people.Role;
import encore.kernel.settings.AccountSettings;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The caller itself: a person, or a key pair.
 *
 * @param personUid null for a key pair
 * @param apiKey null for a person
 * @param role the role of the person, or the one that bounds the pair; null for none
 * @param rights what it may read and change, such as {@code fans:read}
 * @param freshUntilTimestamp until when calls that grant rights need no other sign-in; null for a pair that shows its secret
 *     with each call
 * @param hasCodes whether codes of an app are asked for; null for a key pair
 * @param consoleTimeZone the zone that the console shows times in; null for UTC
 * @param consoleLocale the locale by which the console writes times and numbers; null for ISO 8601
 */
record Me(
        long accountId,
        String accountName,
        @Nullable String personUid,
        @Nullable String apiKey,
        @Nullable String name,
        @Nullable String email,
        @Nullable Role role,
        List<String> rights,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant freshUntilTimestamp,
        @Nullable Boolean hasCodes,
        @Nullable ZoneId consoleTimeZone,
        @Nullable String consoleLocale) {

    Me {
        rights = List.copyOf(rights);
    }

    /**
     * @param person null for a key pair
     * @param session null for a call that showed the pair itself
     */
    static Me of(
            Principal principal,
            String accountName,
            AccountSettings settings,
            @Nullable Person person,
            @Nullable Session session) {
        return new Me(
                principal.account(),
                accountName,
                person == null ? null : person.personUid(),
                principal instanceof ActiveKey key ? key.apiKey() : null,
                person == null ? null : person.name(),
                person == null ? null : person.email(),
                principal.role(),
                Role.OWNER.rights().stream()
                        .filter(principal::has)
                        .map(Right::word)
                        .toList(),
                session == null ? null : session.freshUntil(),
                person == null ? null : person.hasCodes(),
                settings.consoleTimeZone(),
                settings.consoleLocale());
    }

    @Override
    public String toString() {
        return "Me[" + accountId + ", " + personUid + ", " + apiKey + "]";
    }
}
