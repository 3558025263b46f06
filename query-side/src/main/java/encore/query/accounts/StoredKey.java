package encore.query.accounts;

import encore.infra.backend.Control;
import encore.infra.eventstore.Recorded;
import encore.kernel.accounts.ApiKey;
import encore.kernel.accounts.KeyEvent.KeyIssued;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** A key with the hash of its secret, which gateways need and which no answer shows: hence not {@link ApiKey} itself. */
record StoredKey(
        long account,
        String apiKey,
        String secretHash,
        String label,
        List<String> scopes,
        Instant issued,
        long position) {
    StoredKey {
        scopes = List.copyOf(scopes);
    }

    static StoredKey of(KeyIssued event, Recorded recorded) {
        return new StoredKey(
                event.key().account(),
                event.key().apiKey(),
                event.secretHash(),
                event.label(),
                event.scopes(),
                recorded.at(),
                recorded.position());
    }

    ApiKey shown() {
        return new ApiKey(apiKey, label, scopes, issued);
    }

    Control.Key told() {
        return new Control.Key(account, apiKey, secretHash, label, Set.copyOf(scopes));
    }
}
