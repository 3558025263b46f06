package encore.kernel.fans;

import encore.kernel.Patch;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a fan agreed to and what it confirmed; null where nothing was said. A {@link Patch} changes it.
 *
 * @param optedInBusinesses ascending; as a change, those that are added
 * @param optedOutBusinesses as a change, those that are taken away; empty as a state
 */
public record Consent(
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable Boolean isOptout,
        @Nullable Boolean isConfirmed,
        @Nullable Boolean isPhoneConfirmed,
        List<Long> optedInBusinesses,
        List<Long> optedOutBusinesses) {

    public static final Consent EMPTY = new Consent(null, null, null, null, null, List.of(), List.of());

    public Consent {
        optedInBusinesses = sorted(optedInBusinesses);
        optedOutBusinesses = sorted(optedOutBusinesses);
    }

    /** This consent after a change; both sides fold with it, so that they cannot differ. */
    public Consent after(Patch<Consent> change) {
        Consent given = change.given();
        return change.on(this)
                .withBusinesses(
                        Stream.concat(optedInBusinesses.stream(), given.optedInBusinesses.stream())
                                .filter(business -> !given.optedOutBusinesses.contains(business))
                                .toList(),
                        List.of());
    }

    /** The part of a change that would change this consent. */
    public Patch<Consent> changedBy(Patch<Consent> wish) {
        Patch<Consent> flags = wish.against(this);
        Consent given = wish.given();
        Consent changed = flags.given()
                .withBusinesses(
                        given.optedInBusinesses.stream()
                                .filter(business -> !optedInBusinesses.contains(business))
                                .toList(),
                        given.optedOutBusinesses.stream()
                                .filter(optedInBusinesses::contains)
                                .toList());
        return new Patch<>(changed, flags.cleared());
    }

    private Consent withBusinesses(List<Long> in, List<Long> out) {
        return new Consent(isSubscribed, isPhoneSubscribed, isOptout, isConfirmed, isPhoneConfirmed, in, out);
    }

    /** Most fans have said nothing of any, and there are consents in every command and event of a fan. */
    private static List<Long> sorted(List<Long> businesses) {
        return businesses.size() < 2
                ? List.copyOf(businesses)
                : businesses.stream().distinct().sorted().toList();
    }
}
