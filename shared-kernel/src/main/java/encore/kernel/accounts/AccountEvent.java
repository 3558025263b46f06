package encore.kernel.accounts;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to an account. */
public sealed interface AccountEvent extends Event.ManagementAction {

    AccountId id();

    @Override
    default String target() {
        return id().toString();
    }

    @Revision("1")
    record AccountOpened(
            AccountId id,
            @NotPersonal("a company's name") String name,
            @PublishedValue @Nullable Integer callsPerMinute,
            @PublishedValue @NotPersonal("a uid of ours") String defaultPointUid)
            implements AccountEvent {}

    @Revision("1")
    record AccountRenamed(
            AccountId id, @NotPersonal("a company's name") String name) implements AccountEvent {}

    /** Null means the installation's limit. */
    @Revision("1")
    record RateLimitSet(
            AccountId id, @PublishedValue @Nullable Integer callsPerMinute) implements AccountEvent {}

    /**
     * A quota of the account was set.
     *
     * @param quota the name of a {@link encore.kernel.quotas.Quota}; a later build may know more
     * @param most how many the account may have; null for the default
     */
    @Revision("1")
    record QuotaSet(
            AccountId id,
            @PublishedValue @NotPersonal("a kind of things") String quota,
            @PublishedValue @Nullable Long most)
            implements AccountEvent {}

    @Revision("1")
    record OriginAllowed(
            AccountId id,

            @PublishedValue @NotPersonal("a web site of the customer's")
            String origin) implements AccountEvent {
        @Override
        public String target() {
            return origin;
        }
    }

    @Revision("1")
    record OriginRemoved(
            AccountId id,

            @PublishedValue @NotPersonal("a web site of the customer's")
            String origin) implements AccountEvent {
        @Override
        public String target() {
            return origin;
        }
    }

    /** Browser logins may lead back to an address. */
    @Revision("1")
    record RedirectUrlAllowed(
            AccountId id,

            @PublishedValue @NotPersonal("an address of the customer's")
            String redirectUrl) implements AccountEvent {}

    /** Browser logins no longer lead back to an address. */
    @Revision("1")
    record RedirectUrlRemoved(
            AccountId id,

            @PublishedValue @NotPersonal("an address of the customer's")
            String redirectUrl) implements AccountEvent {}
}
