package encore.command.accounts;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.EndedSession;
import encore.kernel.accounts.IssuedKey;
import encore.kernel.accounts.KeyCommand.EndConsoleSession;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.KeyCommand.RevokeKey;
import encore.kernel.accounts.KeyEvent.ConsoleSessionEnded;
import encore.kernel.accounts.KeyEvent.Issued;
import encore.kernel.accounts.KeyEvent.KeyIssued;
import encore.kernel.accounts.KeyEvent.KeyRevoked;
import encore.kernel.accounts.KeyEvent.LimitedKeyIssued;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.RevokedKey;
import encore.kernel.accounts.Scope;
import encore.kernel.names.Blanks;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** An api key and the hash of its secret, valid for some scopes until it is revoked. */
@Aggregate
class KeyPair {

    private static final int LONGEST_LABEL = 255;

    @AggregateIdentifier
    private @Nullable KeyId id;

    private boolean revoked;

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    IssuedKey decide(IssueKey command, Streams streams) {
        if (id != null) {
            throw new Refusal(CONFLICT, "api-key-taken", "This api_key was issued before; try again.");
        }
        streams.mustBeKnown(new AccountId(command.key().account()));
        if (Blanks.isBlank(command.label()) || command.label().length() > LONGEST_LABEL) {
            throw new Refusal(RULE, "key-label", "label", "A label has 1 to 255 characters.");
        }
        List<String> scopes = inOrder(command.scopes());
        apply(
                command.ceiling() == null
                        ? new KeyIssued(command.key(), command.secretHash(), command.label(), scopes)
                        : new LimitedKeyIssued(
                                command.key(), command.secretHash(), command.label(), scopes, command.ceiling()));
        return new IssuedKey(command.key().apiKey());
    }

    /** Returns the scopes in their own order, each once. */
    private static List<String> inOrder(List<String> asked) {
        if (asked.isEmpty() || !Scope.words().containsAll(asked)) {
            throw new Refusal(
                    RULE,
                    "unknown-scope",
                    "scopes",
                    "Scopes are one or more of " + String.join(", ", Scope.words()) + ".");
        }
        return Scope.words().stream().filter(asked::contains).toList();
    }

    @CommandHandler
    RevokedKey decide(RevokeKey command) {
        apply(new KeyRevoked(command.key()));
        return new RevokedKey(command.key().apiKey());
    }

    /** Ends a session. The sessions of a revoked key have ended with it. */
    @CommandHandler
    @HandlesEndedStreams
    EndedSession decide(EndConsoleSession command) {
        if (!revoked) {
            apply(new ConsoleSessionEnded(command.key(), command.session(), command.until()));
        }
        return new EndedSession(command.session(), command.until());
    }

    @EventSourcingHandler
    void evolve(Issued event) {
        id = event.key();
    }

    @EventSourcingHandler
    void evolve(KeyRevoked event) {
        revoked = true;
    }
}
