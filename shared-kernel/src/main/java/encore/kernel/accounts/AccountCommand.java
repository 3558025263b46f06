package encore.kernel.accounts;

import encore.kernel.Command;
import encore.kernel.quotas.Quota;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of an account. */
public sealed interface AccountCommand<R> extends Command<R> {

    AccountId id();

    @Override
    default AccountId stream() {
        return id();
    }

    /**
     * Opens an account.
     *
     * @param callsPerMinute the account's own limit of calls a minute; null for the installation's limit
     * @param defaultPointUid the point type that the name 'points' will stand for. Its uid is generated before the
     *     command, and it is created after the account.
     */
    record OpenAccount(AccountId id, String name, @Nullable Integer callsPerMinute, String defaultPointUid)
            implements AccountCommand<AccountOpening> {}

    record RenameAccount(AccountId id, String name) implements AccountCommand<AccountOpening> {}

    /** Sets the limit of calls a minute of an account; null for the installation's limit. */
    record SetRateLimit(AccountId id, @Nullable Integer callsPerMinute) implements AccountCommand<AccountOpening> {}

    /**
     * Changes several values of an account at once, or none.
     *
     * @param name null for no change
     * @param callsPerMinute null for no change, 0 for the installation's limit
     * @param quotas how many of each the account may have; -1 for the default
     */
    record ChangeAccount(
            AccountId id, @Nullable String name, @Nullable Integer callsPerMinute, Map<Quota, Long> quotas)
            implements AccountCommand<AccountOpening> {

        public ChangeAccount {
            quotas = Map.copyOf(quotas);
        }
    }

    /** Lets pages of an origin ({@code https://fans.example}) read answers in a browser. */
    record AllowOrigin(AccountId id, String origin) implements AccountCommand<Origin> {}

    record RemoveOrigin(AccountId id, String origin) implements AccountCommand<Origin> {}

    /** Lets browser logins lead back to an address. */
    record AllowRedirectUrl(AccountId id, String redirectUrl) implements AccountCommand<Account.RedirectUrl> {}

    record RemoveRedirectUrl(AccountId id, String redirectUrl) implements AccountCommand<Account.RedirectUrl> {}
}
