package encore.kernel.accounts;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.told.ToldValue;
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
            @ToldValue @Nullable Integer callsPerMinute,
            @ToldValue @NotPersonal("a uid of ours") String defaultPointUid)
            implements AccountEvent {}

    @Revision("1")
    record AccountRenamed(
            AccountId id, @NotPersonal("a company's name") String name) implements AccountEvent {}

    /** Null means the installation's limit. */
    @Revision("1")
    record RateLimitSet(AccountId id, @ToldValue @Nullable Integer callsPerMinute) implements AccountEvent {}

    /**
     * A quota of the account was set.
     *
     * @param quota the name of a {@link encore.kernel.quotas.Quota}; a later build may know more
     * @param most how many the account may have; null for the default
     */
    @Revision("1")
    record QuotaSet(
            AccountId id,
            @ToldValue @NotPersonal("a kind of things") String quota,
            @ToldValue @Nullable Long most) implements AccountEvent {}

    @Revision("1")
    record OriginAllowed(
            AccountId id,

            @ToldValue @NotPersonal("a web site of the customer's")
            String origin) implements AccountEvent {
        @Override
        public String target() {
            return origin;
        }
    }

    @Revision("1")
    record OriginRemoved(
            AccountId id,

            @ToldValue @NotPersonal("a web site of the customer's")
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

            @ToldValue @NotPersonal("an address of the customer's")
            String redirectUrl) implements AccountEvent {}

    /** Browser logins no longer lead back to an address. */
    @Revision("1")
    record RedirectUrlRemoved(
            AccountId id,

            @ToldValue @NotPersonal("an address of the customer's")
            String redirectUrl) implements AccountEvent {}
}
