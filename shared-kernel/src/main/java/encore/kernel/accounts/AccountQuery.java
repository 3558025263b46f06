package encore.kernel.accounts;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about accounts and their keys. */
public sealed interface AccountQuery<R> extends Query<R> {

    /** One account; a Refusal when it is unknown. */
    record FindAccount(long account) implements AccountQuery<Account> {}

    /** The origins whose pages may read an account's answers in a browser. */
    record FindOrigins(long account) implements AccountQuery<List<Origin>> {}

    /** All accounts of the installation: the operator asks, for account 0. */
    record FindAccounts() implements AccountQuery<List<Account>> {
        @Override
        public long account() {
            return 0;
        }
    }

    /** The keys of an account, oldest first. */
    record FindKeys(long account) implements AccountQuery<List<ApiKey>> {}

    /** One key of an account; a Refusal when it is unknown or revoked. */
    record FindKey(long account, String apiKey) implements AccountQuery<ApiKey> {}
}
