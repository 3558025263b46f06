package encore.kernel.fans.profile;

import encore.kernel.Patch;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The consents of a fan and the contacts that it confirmed; null where nothing is known. A {@link Patch} changes it.
 *
 * @param optedInBusinesses the businesses that the fan is opted in to, ascending; in a change, the added ones
 * @param optedOutBusinesses in a change, the removed businesses; empty otherwise
 */
@RecordBuilder
public record Consent(
        @PublishedValue @Nullable Boolean isSubscribed,
        @PublishedValue @Nullable Boolean isPhoneSubscribed,
        @PublishedValue @Nullable Boolean isOptout,
        @PublishedValue @Nullable Boolean isConfirmed,
        @PublishedValue @Nullable Boolean isPhoneConfirmed,
        @PublishedValue("opted_in_business_ids") List<Long> optedInBusinesses,
        @PublishedValue("opted_out_business_ids") List<Long> optedOutBusinesses) {

    public static final Consent EMPTY = ConsentBuilder.builder()
            .optedInBusinesses(List.of())
            .optedOutBusinesses(List.of())
            .build();

    public Consent {
        optedInBusinesses = sorted(optedInBusinesses);
        optedOutBusinesses = sorted(optedOutBusinesses);
    }

    /** Returns this consent after a change. Command side and query side both use it, so that they cannot differ. */
    public Consent after(Patch<Consent> change) {
        Consent given = change.given();
        return change.applyTo(this)
                .withBusinesses(
                        Stream.concat(optedInBusinesses.stream(), given.optedInBusinesses.stream())
                                .filter(business -> !given.optedOutBusinesses.contains(business))
                                .toList(),
                        List.of());
    }

    /** Returns the part of a change that would change this consent. */
    public Patch<Consent> reduce(Patch<Consent> change) {
        Patch<Consent> flags = change.differenceFrom(this);
        Consent given = change.given();
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

    private Consent withBusinesses(List<Long> optedIn, List<Long> optedOut) {
        return new Consent(isSubscribed, isPhoneSubscribed, isOptout, isConfirmed, isPhoneConfirmed, optedIn, optedOut);
    }

    /**
     * Most fans have no business at all, and every command and event of a fan has a consent: the short way costs less.
     */
    private static List<Long> sorted(List<Long> businesses) {
        return businesses.size() < 2
                ? List.copyOf(businesses)
                : businesses.stream().distinct().sorted().toList();
    }
}
